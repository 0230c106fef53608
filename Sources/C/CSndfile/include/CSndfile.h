/// The part of libsndfile's binary interface that Tactus uses, declared from its documentation. The library is opened
/// at run time; nothing links to it. https://libsndfile.github.io/libsndfile/api.html
#ifndef CSNDFILE_H
#define CSNDFILE_H

#include <stdint.h>

/// An open file.
typedef struct sf_private_tag SNDFILE;

/// The format of a file.
typedef struct {
  int64_t frames;
  int samplerate;
  int channels;
  int format;
  int sections;
  int seekable;
} SF_INFO;

/// The callbacks of a virtual file that the caller provides.
typedef struct {
  int64_t (*length)(void *context);
  int64_t (*seek)(int64_t offset, int whence, void *context);
  int64_t (*read)(void *bytes, int64_t count, void *context);
  int64_t (*write)(const void *bytes, int64_t count, void *context);
  int64_t (*tell)(void *context);
} SF_VIRTUAL_IO;

/// The functions of the library, under their own names.
typedef struct {
  SNDFILE *(*sf_open_virtual)(SF_VIRTUAL_IO *, int mode, SF_INFO *, void *context);
  int (*sf_close)(SNDFILE *);
  int64_t (*sf_readf_float)(SNDFILE *, float *, int64_t frames);
  int64_t (*sf_seek)(SNDFILE *, int64_t frames, int whence);
  int64_t (*sf_writef_float)(SNDFILE *, const float *, int64_t frames);
  int64_t (*sf_writef_int)(SNDFILE *, const int *, int64_t frames);
  int (*sf_command)(SNDFILE *, int command, void *data, int size);
  int (*sf_set_string)(SNDFILE *, int kind, const char *);
  int (*sf_format_check)(const SF_INFO *);
  const char *(*sf_strerror)(SNDFILE *);
  const char *(*sf_version_string)(void);
} ctactus_sndfile_functions;

enum {
  SFM_READ = 0x10,
  SFM_WRITE = 0x20,
  SF_FORMAT_FLAC = 0x170000,
  SF_FORMAT_OGG = 0x200000,
  SF_FORMAT_MPEG = 0x230000,
  SF_FORMAT_TYPEMASK = 0x0FFF0000,
  SF_FORMAT_PCM_S8 = 0x0001,
  SF_FORMAT_SUBMASK = 0x0000FFFF,
  SF_FORMAT_PCM_16 = 0x0002,
  SF_FORMAT_PCM_24 = 0x0003,
  SF_FORMAT_VORBIS = 0x0060,
  SF_FORMAT_OPUS = 0x0064,
  SF_FORMAT_MPEG_LAYER_III = 0x0082,
  SFC_SET_COMPRESSION_LEVEL = 0x1301,
  SF_STR_TITLE = 1,
  SF_STR_COPYRIGHT = 2,
  SF_STR_SOFTWARE = 3,
  SF_STR_ARTIST = 4,
  SF_STR_COMMENT = 5,
};

/// Opens the library by name or path and finds its functions. Returns 0 on success, 1 if the library is missing, 2 if
/// it lacks a function (because it is older than 1.0.29, or is another library).
int ctactus_sndfile_load(const char *name, ctactus_sndfile_functions *functions);

#endif
