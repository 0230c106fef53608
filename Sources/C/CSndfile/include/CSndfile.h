/// What Tactus uses of libsndfile's binary interface, declared from its documentation. The library is opened at run time;
/// nothing here links to it. https://libsndfile.github.io/libsndfile/api.html
#ifndef CSNDFILE_H
#define CSNDFILE_H

#include <stdint.h>

/// An open file.
typedef struct tactus_sndfile_handle tactus_sndfile_handle;

/// SF_INFO.
typedef struct {
  int64_t frames;
  int samplerate;
  int channels;
  int format;
  int sections;
  int seekable;
} tactus_sndfile_info;

/// SF_VIRTUAL_IO: a file that the caller provides.
typedef struct {
  int64_t (*length)(void *context);
  int64_t (*seek)(int64_t offset, int whence, void *context);
  int64_t (*read)(void *bytes, int64_t count, void *context);
  int64_t (*write)(const void *bytes, int64_t count, void *context);
  int64_t (*tell)(void *context);
} tactus_sndfile_io;

/// The functions, by their names without "sf_".
typedef struct {
  tactus_sndfile_handle *(*open_virtual)(tactus_sndfile_io *, int mode, tactus_sndfile_info *, void *context);
  int (*close)(tactus_sndfile_handle *);
  int64_t (*readf_float)(tactus_sndfile_handle *, float *, int64_t frames);
  int64_t (*seek)(tactus_sndfile_handle *, int64_t frames, int whence);
  int64_t (*writef_float)(tactus_sndfile_handle *, const float *, int64_t frames);
  int64_t (*writef_int)(tactus_sndfile_handle *, const int *, int64_t frames);
  int (*command)(tactus_sndfile_handle *, int command, void *data, int size);
  int (*set_string)(tactus_sndfile_handle *, int kind, const char *);
  int (*format_check)(const tactus_sndfile_info *);
  const char *(*strerror)(tactus_sndfile_handle *);
  const char *(*version_string)(void);
} tactus_sndfile_functions;

enum {
  tactus_sndfile_mode_read = 0x10,
  tactus_sndfile_mode_write = 0x20,
  tactus_sndfile_flac = 0x170000,
  tactus_sndfile_ogg = 0x200000,
  tactus_sndfile_mpeg = 0x230000,
  tactus_sndfile_container_mask = 0x0FFF0000,
  tactus_sndfile_pcm8 = 0x0001,
  tactus_sndfile_subtype_mask = 0x0000FFFF,
  tactus_sndfile_pcm16 = 0x0002,
  tactus_sndfile_pcm24 = 0x0003,
  tactus_sndfile_vorbis = 0x0060,
  tactus_sndfile_opus = 0x0064,
  tactus_sndfile_layer3 = 0x0082,
  tactus_sndfile_set_compression_level = 0x1301,
  tactus_sndfile_title = 1,
  tactus_sndfile_copyright = 2,
  tactus_sndfile_software = 3,
  tactus_sndfile_artist = 4,
  tactus_sndfile_comment = 5,
};

/// Opens the library under a name or a path and finds its functions. Gives 0, or why not: 1 it is not there, 2 it lacks
/// a function (it is older than 1.0.29 or something else).
int tactus_sndfile_load(const char *name, tactus_sndfile_functions *functions);

#endif
