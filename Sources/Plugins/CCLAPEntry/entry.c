#include "CCLAPEntry.h"

extern bool tactus_clap_init(const char *path);
extern void tactus_clap_deinit(void);
extern const void *tactus_clap_factory(const char *id);

__attribute__((visibility("default"), used)) const clap_plugin_entry clap_entry = {
  .clap_version = {1, 2, 2},
  .init = tactus_clap_init,
  .deinit = tactus_clap_deinit,
  .get_factory = tactus_clap_factory,
};
