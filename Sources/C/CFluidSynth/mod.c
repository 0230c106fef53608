#include "CFluidSynth.h"

#include <stdlib.h>

/// A modulator of a SoundFont: plain data, with each number truncated to eight bits as in FluidSynth.
typedef struct _fluid_mod_t {
  double amount;
  uint8_t source1, flags1, source2, flags2, destination;
} fluid_mod_t;

/// The flag of a source that is a controller, FLUID_MOD_CC.
enum { IS_CONTROLLER = 16 };

fluid_mod_t *new_fluid_mod(void);
fluid_mod_t *new_fluid_mod(void) { return calloc(1, sizeof(fluid_mod_t)); }

void delete_fluid_mod(fluid_mod_t *mod);
void delete_fluid_mod(fluid_mod_t *mod) { free(mod); }

size_t fluid_mod_sizeof(void);
size_t fluid_mod_sizeof(void) { return sizeof(fluid_mod_t); }

void fluid_mod_set_source1(fluid_mod_t *mod, int source, int flags);
void fluid_mod_set_source1(fluid_mod_t *mod, int source, int flags) {
  mod->source1 = (uint8_t)source;
  mod->flags1 = (uint8_t)flags;
}

void fluid_mod_set_source2(fluid_mod_t *mod, int source, int flags);
void fluid_mod_set_source2(fluid_mod_t *mod, int source, int flags) {
  mod->source2 = (uint8_t)source;
  mod->flags2 = (uint8_t)flags;
}

void fluid_mod_set_dest(fluid_mod_t *mod, int generator);
void fluid_mod_set_dest(fluid_mod_t *mod, int generator) { mod->destination = (uint8_t)generator; }

void fluid_mod_set_amount(fluid_mod_t *mod, double amount);
void fluid_mod_set_amount(fluid_mod_t *mod, double amount) { mod->amount = amount; }

/// A function that returns a field.
#define GETTER(type, name, field) \
  type name(const fluid_mod_t *mod); \
  type name(const fluid_mod_t *mod) { return mod->field; }

GETTER(int, fluid_mod_get_source1, source1)
GETTER(int, fluid_mod_get_flags1, flags1)
GETTER(int, fluid_mod_get_source2, source2)
GETTER(int, fluid_mod_get_flags2, flags2)
GETTER(int, fluid_mod_get_dest, destination)
GETTER(double, fluid_mod_get_amount, amount)

/// Whether two modulators are equal, apart from their amounts.
int fluid_mod_test_identity(const fluid_mod_t *mod, const fluid_mod_t *other);
int fluid_mod_test_identity(const fluid_mod_t *mod, const fluid_mod_t *other) {
  return mod->source1 == other->source1 && mod->flags1 == other->flags1 && mod->source2 == other->source2
    && mod->flags2 == other->flags2 && mod->destination == other->destination;
}

static int is_source(int source, int flags, int is_controller, int number) {
  return source == number && !(flags & IS_CONTROLLER) == !is_controller;
}

int fluid_mod_has_source(const fluid_mod_t *mod, int is_controller, int number);
int fluid_mod_has_source(const fluid_mod_t *mod, int is_controller, int number) {
  return is_source(mod->source1, mod->flags1, is_controller, number)
    || is_source(mod->source2, mod->flags2, is_controller, number);
}

int fluid_mod_has_dest(const fluid_mod_t *mod, int generator);
int fluid_mod_has_dest(const fluid_mod_t *mod, int generator) { return mod->destination == generator; }

void fluid_mod_clone(fluid_mod_t *mod, const fluid_mod_t *source);
void fluid_mod_clone(fluid_mod_t *mod, const fluid_mod_t *source) { *mod = *source; }
