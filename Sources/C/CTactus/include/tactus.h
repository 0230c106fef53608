/* libtactus renders MIDI with SoundFonts to audio, sample-accurate, with the same bytes on every machine.
 *
 *     tactus_song *song = tactus_song_open("song.mid");
 *     tactus_bank *bank = tactus_bank_builtin();
 *     tactus_audio *audio = tactus_render(song, bank, NULL, NULL);
 *     tactus_audio_view view = {.size = sizeof view};
 *     if (tactus_audio_get(audio, &view) > 0) ...        // view.samples, view.frames
 *
 * Terms. A frame is one instant across all channels; all positions and lengths are counted in frames unless a name says
 * seconds. Samples are 32-bit floats; full scale is -1 to 1. Audio is planar: each channel is an array of its own.
 *
 * Handles. Songs, banks, audio, renderers, synthesizers and sequencers are handles. Each function whose description
 * says "new handle" returns one, or NULL on failure, and its caller releases it with the _free function of its type. The
 * library keeps what a handle needs: a bank may be freed while a renderer still plays it. A handle that is NULL, freed or
 * of another type makes a function fail with TACTUS_ERROR_HANDLE; it is never dereferenced. Freeing NULL does nothing.
 *
 * Errors. Functions return 1 (or a handle, a text or a count) on success. On failure, functions that return a handle or
 * a text return NULL, all others a negative status: test for < 0 or > 0, because a negative status is true in C.
 * tactus_error() then describes the failure: one sentence with the file, the position in it, and what was expected. A
 * _free function returns no status; if its handle is invalid, tactus_error() describes that.
 * A call that succeeds leaves the description of an earlier failure unchanged.
 *
 * Threads. Any number of threads may use the same song, bank or audio. A renderer is for one thread at a time. The
 * functions of synthesizers and sequencers say whether they are for the audio thread, of which there is one for each
 * handle, or for any thread. Functions for the audio thread do not allocate, lock or wait. Free a handle when no other
 * thread uses it. The stack of an audio thread needs 128 KiB, that of any other thread 512 KiB.
 *
 * Structures whose first member is `size` may get further members at their end in later versions. The program sets
 * `size` to sizeof the structure. A library that is newer than the program leaves the members that the program does not
 * have at their defaults; a library that is older ignores members that it does not know. A size below 8 or above 4096
 * makes the call fail with TACTUS_ERROR_ARGUMENT. A structure that a call fills in is zero after its size if the call
 * fails later. The other structures are elements of arrays, and never get further members.
 *
 * Callbacks must return normally: they must not throw or jump out. They may call all functions of this library, except
 * those for the handle that is being rendered.
 *
 * The process. Call the library with the usual floating-point environment: rounding to nearest, no trapping exceptions.
 * After fork, a child process must not use handles of its parent that render with several threads, nor free them; nor
 * handles that another thread of its parent was using at the fork. An audio result that does not fit into memory fails
 * with TACTUS_ERROR_MEMORY; if there is no memory for anything else, the process ends, as with most libraries.
 *
 * Text is UTF-8 and ends with a zero byte.
 */
#ifndef TACTUS_H
#define TACTUS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. Versions with the same first number work together. */
#define TACTUS_VERSION_MAJOR 0
#define TACTUS_VERSION_MINOR 1

/* Returns the version of the library, 1000 * major + minor. Thread: any. */
int32_t tactus_library_version(void);

/* ---- Errors ---- */

enum {
  TACTUS_OK = 1,
  TACTUS_ERROR_ARGUMENT = -1,  /* a pointer is NULL, or a number or a size is out of range */
  TACTUS_ERROR_HANDLE = -2,    /* a handle is NULL, has been freed, or is of another type */
  TACTUS_ERROR_FILE = -3,      /* a file cannot be read or written */
  TACTUS_ERROR_FORMAT = -4,    /* a file does not contain what was expected, or needs a decoder that is missing */
  TACTUS_ERROR_SETTING = -5,   /* a setting is out of range, or contradicts another one or the song */
  TACTUS_ERROR_CANCELLED = -6, /* the progress function has returned 0 */
  TACTUS_ERROR_FULL = -7,      /* a queue is full, or there are more than 65536 handles */
  TACTUS_ERROR_MEMORY = -8     /* there is not enough memory for the audio: render it to a file or in blocks */
};

/* Returns the description of the last failure on this thread, or "" if there was none. The text is valid until the next
   failure on this thread. Thread: any. */
const char *tactus_error(void);

/* Returns the status of the last failure on this thread, or TACTUS_OK if there was none. Thread: any. */
int32_t tactus_error_status(void);

/* ---- Songs ---- */

/* A song: a Standard MIDI File of format 0, 1 or 2, an RMID file, a MIDI clip file, or MIDI data found in one of the
   other containers that the tactus program reads. Immutable. */
typedef struct tactus_song tactus_song;

/* Reads a file; new handle. The file may be changed afterwards. tactus_render_file does not overwrite it. */
tactus_song *tactus_song_open(const char *path);
/* Reads `size` bytes, at most 2^30, which are copied; new handle. */
tactus_song *tactus_song_open_bytes(const void *bytes, size_t size);
/* Returns the demo song of about 94 seconds; new handle. */
tactus_song *tactus_song_demo(void);

/* What a song contains. In format 2, the tracks follow one another. */
typedef struct {
  uint32_t size;
  int32_t format;             /* of the file: 0, 1 or 2 */
  int32_t tracks;
  int32_t ticks_per_quarter;  /* ticks of a quarter note; 0 if the file's ticks are parts of time code frames */
  int64_t notes;              /* the number of note-ons */
  int64_t end_tick;           /* the tick at which the last track ends */
  double duration;            /* the same in seconds; the audio is longer, because notes still sound after it */
  double tempo;               /* quarter notes per minute at the start */
  int32_t has_bank;           /* 1: the file contains a bank (RMID), see tactus_bank_for_song */
  int32_t defects;            /* the number of defects that tactus_song_defect describes */
} tactus_song_info;

int32_t tactus_song_get(const tactus_song *song, tactus_song_info *info);
/* Returns the name of a track, counted from 0; "" if it has none, NULL if there is no such track. The text is valid
   until the handle is freed. */
const char *tactus_song_track_name(const tactus_song *song, int32_t track);
/* Describes a defect of the file and how it was handled; counted from 0. The text is valid until the handle is freed. */
const char *tactus_song_defect(const tactus_song *song, int32_t index);
void tactus_song_free(tactus_song *song);

/* ---- Banks ---- */

/* One or several SoundFonts (SF2 or SF3). Immutable. A file is mapped into memory, and only the samples that are played
   are read or, in an SF3, decoded. */
typedef struct tactus_bank tactus_bank;

/* Called when the library no longer needs a block of memory, on any thread. */
typedef void (*tactus_release)(void *context);

/* Maps a file; new handle. The file must not be changed while the bank exists. tactus_render_file does not overwrite
   it. */
tactus_bank *tactus_bank_open(const char *path);
/* Uses `size` bytes; new handle. If `release` is NULL, the bytes, at most 2^30, are copied. Otherwise they stay where
   they are, must not change, and `release` is called once with `context` when they are no longer needed, even if this
   function fails. A synthesizer or sequencer that has been given another bank still needs the former one until its
   notes have ended and tactus_synth_prepare, tactus_sequencer_prepare or a function that sets a bank is called. */
tactus_bank *tactus_bank_open_bytes(const void *bytes, size_t size, tactus_release release, void *context);
/* Returns the built-in General MIDI bank; new handle. Its samples are generated when a song first plays them, or all at
   once when a live synthesizer or sequencer gets the bank. */
tactus_bank *tactus_bank_builtin(void);
/* Returns the SHA-256 of the built-in bank as a file, in 64 hexadecimal digits. The text is never freed. */
const char *tactus_bank_builtin_sha256(void);

/* A bank in a stack. */
typedef struct {
  const tactus_bank *bank;
  int32_t bank_offset;  /* added to the bank number of each preset, -128 to 65535 */
  int32_t keeps_drums;  /* 1: the offset does not apply to drum kits, whose bank is 128; 0: it does */
} tactus_layer;

/* Stacks banks, the lowest first; new handle. If several have a preset of the same number, the highest one's is used.
   `count` is 1 to 256. */
tactus_bank *tactus_bank_stack(const tactus_layer *layers, size_t count);
/* Stacks the bank in a song's file (RMID) onto a bank; new handle. For other songs, the new handle has the same
   bank. */
tactus_bank *tactus_bank_for_song(const tactus_bank *bank, const tactus_song *song);

/* A preset. */
typedef struct {
  uint32_t size;
  int32_t bank;     /* 0 to 65535; 128 for drum kits */
  int32_t program;  /* 0 to 127 */
  int32_t layer;    /* the index of the bank in the stack that contains it; 0 without a stack */
  char name[64];    /* a longer name is truncated */
} tactus_preset;

/* Reads, generates or decodes (SF3) a preset's samples, so that it can be played live at once; a preset that the
   bank does not have is ignored. Whole songs and renderers need no such call. */
int32_t tactus_bank_prepare(const tactus_bank *bank, int32_t bank_number, int32_t program);
/* Returns the number of presets. In a stack, a preset that is hidden by another one is not counted. */
int32_t tactus_bank_preset_count(const tactus_bank *bank);
/* Describes a preset, counted from 0 in ascending order of bank and program. */
int32_t tactus_bank_preset(const tactus_bank *bank, int32_t index, tactus_preset *preset);
void tactus_bank_free(tactus_bank *bank);

/* ---- Settings ---- */

enum { TACTUS_QUALITY_DRAFT = 0, TACTUS_QUALITY_LIVE = 1, TACTUS_QUALITY_BEST = 2 };

enum {
  TACTUS_STEMS_NONE = 0,
  TACTUS_STEMS_CHANNELS = 1, /* one for each channel of each port that plays notes */
  TACTUS_STEMS_TRACKS = 2,   /* one for each track that plays notes */
  TACTUS_STEMS_PROGRAMS = 3, /* one for each program, and one for each drum kit */
  TACTUS_STEMS_GROUPS = 4    /* one for each of General MIDI's sixteen groups, and one for drums */
};

/* The settings of renderers, synthesizers and sequencers. Fill them in with tactus_settings_init, and then change
   members. Where a function takes settings, NULL means the defaults. */
typedef struct {
  uint32_t size;
  int32_t sample_rate;    /* frames per second, 8000 to 768000; default 48000 */
  int32_t polyphony;      /* maximum number of voices, 1 to 4096; default 256 */
  int32_t quality;        /* interpolation: DRAFT is linear, LIVE is cubic (the default), BEST is windowed sinc */
  double gain;            /* output gain in dB, -96 to 48; default 0 */
  int32_t reverb;         /* 1: the reverb is on (the default); 0: off */
  int32_t chorus;         /* 1: the chorus is on (the default); 0: off. Without reverb and chorus, the delay, which only
                             songs for GS and XG use, is off as well. */
  double lead_in;         /* seconds of silence before the song, 0 to 86400; default 0 */
  double tail;            /* seconds after the last event, at most 86400; negative (the default): until the sound has
                             ended, at most 30 seconds */
  double maximum_length;  /* longest result in seconds, above 0 to 1e9; default 7200. The limit is needed because a
                             file of 40 bytes can specify a length of a century. */
  int32_t stems;          /* a TACTUS_STEMS value; with stems, the mix follows them as the last two channels */
  int32_t notes;          /* 1: tactus_render collects notes, see tactus_audio_notes; default 0 */
  int32_t threads;        /* rendering threads, 1 to 256, which do not change the result; 0: one per processor;
                             default 1 */
  int32_t reserved;       /* 0 */
  /* Called regularly by tactus_render and tactus_render_file, and by tactus_renderer_new until it returns, on the thread
     of the call, with the fraction of the work that is done, 0 to 1. Returning 0 cancels. Default NULL. */
  int32_t (*progress)(void *context, double fraction);
  void *context;          /* passed to `progress` */
  double reverb_level;    /* level of the reverb in dB, -96 to 24, relative to what the song asks for; default 0. At
                             -96, the reverb is still on; `reverb` turns it off. */
  double chorus_level;    /* the same for the chorus, with what a song sends from it to the reverb and the delay */
} tactus_settings;

/* Sets all members that `size` covers to their defaults, and settings->size to `size`. Pass sizeof *settings. */
int32_t tactus_settings_init(tactus_settings *settings, uint32_t size);

/* ---- Rendering whole songs ---- */

/* The report of a rendering. */
typedef struct {
  uint32_t size;
  int32_t sample_rate;
  int64_t frames;           /* the length, lead-in and tail included */
  int64_t notes;            /* the number of audible notes */
  float peak;               /* the greatest magnitude of any sample */
  int32_t missing_presets;  /* presets that notes requested and that the bank does not have */
  int32_t tail_is_cut;      /* 1: the sound had not ended when the maximum length was reached */
  int32_t unreadable_samples; /* compressed samples that could not be decoded and are silent */
} tactus_report;

/* The audio of a rendered song in memory. Immutable. */
typedef struct tactus_audio tactus_audio;

/* Renders a whole song; new handle. The samples are those that the tactus program writes to a file of 32-bit floats.
   `report` may be NULL. */
tactus_audio *tactus_render(const tactus_song *song, const tactus_bank *bank, const tactus_settings *settings,
                            tactus_report *report);

/* The samples of an audio handle: channel c begins at samples + c * stride and has `frames` samples. */
typedef struct {
  uint32_t size;
  int32_t channels;      /* two for each stem in their order, and two for the mix */
  const float *samples;  /* valid until the handle is freed */
  int64_t stride;        /* the distance between the first samples of two channels, in samples */
  int64_t frames;
  int32_t sample_rate;
  int32_t stems;         /* the number of stems */
} tactus_audio_view;

int32_t tactus_audio_get(const tactus_audio *audio, tactus_audio_view *view);

/* A stem. */
typedef struct {
  uint32_t size;
  int32_t number;    /* of the channel, track, program or group, counted from 1 */
  int64_t notes;     /* the number of audible notes */
  const char *name;  /* valid until the handle is freed */
} tactus_stem;

/* Describes the stem whose channels are 2 * index and 2 * index + 1. */
int32_t tactus_audio_stem(const tactus_audio *audio, int32_t index, tactus_stem *stem);

/* A note as it sounds, in frames of the audio. onset <= key_up <= release <= end <= the number of frames. */
typedef struct {
  int64_t onset;     /* the frame on which it starts */
  int64_t key_up;    /* the frame on which the key is released */
  int64_t release;   /* the frame on which the sound's release begins, which a pedal can delay */
  int64_t end;       /* the frame after the last one that sounds */
  int32_t track;     /* counted from 0; -1 if unknown */
  int32_t stem;      /* the index of its stem; -1 without stems */
  int32_t bank;      /* of the preset, 128 for drum kits; -1 for a silent note */
  int32_t program;   /* of the preset; -1 for a silent note */
  uint8_t port, channel, key, velocity;
  uint8_t is_stolen; /* 1: a voice was stolen because the polyphony was used up */
  uint8_t reserved[3];
} tactus_note;

/* Copies up to `capacity` notes in ascending order of onset, starting with the note `first`, into an array, and returns
   the number of copied notes. `note_size` is sizeof(tactus_note), the distance between two notes in the array; members
   that a newer header adds and this library does not know become 0. With a capacity of 0, returns the number of notes
   from `first` on. Fails if the settings did not request notes. */
int64_t tactus_audio_notes(const tactus_audio *audio, int64_t first, tactus_note *notes, size_t note_size,
                           int64_t capacity);
void tactus_audio_free(tactus_audio *audio);

enum { TACTUS_INT16 = 16, TACTUS_INT24 = 24, TACTUS_FLOAT32 = 32 };

/* Renders a whole song to an audio file. The format follows from the extension: .wav, .aiff, .caf, and with libsndfile
   .flac, .ogg, .opus and .mp3; other names are written as WAV. The file appears under its name when it is complete; a
   call that fails leaves an existing file unchanged. `sample_format` is TACTUS_INT16 (dithered), TACTUS_INT24 or
   TACTUS_FLOAT32. The file has the song's title, copyright and texts, as those of `tactus bounce`. If `tail` is
   negative, a TACTUS_INT16 file ends where the sound falls below half a step of 16 bits; files of the other formats
   and the audio of tactus_render end later. Stems are not written. A path that leads to the file of the song or of a
   bank, by whatever name, fails with TACTUS_ERROR_FILE; the library knows the files that were opened by path, also
   those of stacked banks.

   If `notes_path` is not NULL, the notes are written to a second file with this path. Each line is a JSON object that
   describes a note, with the known members of tactus_note and some others. `tactus bounce --notes` writes the same
   file; the documentation of that option describes it. The file is complete before the audio file appears. Two paths to
   the same file fail with TACTUS_ERROR_ARGUMENT. `report` may be NULL. */
int32_t tactus_render_file(const tactus_song *song, const tactus_bank *bank, const tactus_settings *settings,
                           const char *path, int32_t sample_format, const char *notes_path, tactus_report *report);

/* ---- Rendering block by block ---- */

/* Renders a song in blocks of any size. The frames are those of tactus_render, bit for bit. */
typedef struct tactus_renderer tactus_renderer;

/* New handle. */
tactus_renderer *tactus_renderer_new(const tactus_song *song, const tactus_bank *bank, const tactus_settings *settings);
/* Returns the number of channels: two for each stem, and two for the mix. */
int32_t tactus_renderer_channels(const tactus_renderer *renderer);
/* Returns the maximum number of frames of the whole audio; the sound may end earlier. */
int64_t tactus_renderer_maximum_frames(const tactus_renderer *renderer);
/* Renders the next frames. channels[0] to channels[channel_count - 1] each point to memory for `frames` samples;
   `channel_count` is tactus_renderer_channels. Returns the number of rendered frames, which is less than `frames` only
   at the end, and 0 after it. */
int64_t tactus_renderer_read(tactus_renderer *renderer, float *const *channels, int32_t channel_count, int64_t frames);
/* Fills in the report of a renderer that has ended, that is, after tactus_renderer_read has returned fewer frames than
   were requested. */
int32_t tactus_renderer_report(const tactus_renderer *renderer, tactus_report *report);
void tactus_renderer_free(tactus_renderer *renderer);

/* Frees the memory that the library keeps between two renderings. Thread: any. */
void tactus_trim(void);

/* ---- Live synthesizer ---- */

/* A synthesizer that is played live. Its settings' sample_rate, polyphony, quality, gain, reverb, chorus, reverb_level
   and chorus_level apply. */
typedef struct tactus_synth tactus_synth;

/* A MIDI 1.0 channel message within a block. */
typedef struct {
  int32_t offset;  /* frames from the start of the block, 0 to frames - 1; 0 in a block of 0 frames */
  uint8_t status;  /* 0x80 to 0xEF */
  uint8_t data1;   /* 0 to 127; the lower seven bits are used */
  uint8_t data2;   /* 0 to 127; the lower seven bits are used; ignored by program change and channel pressure */
  uint8_t port;    /* 0 to 15; the lower four bits are used */
} tactus_event;

/* New handle. `bank` may be NULL: the synthesizer is silent until tactus_synth_set_bank. */
tactus_synth *tactus_synth_new(const tactus_bank *bank, const tactus_settings *settings);
/* Plays another bank from the next block on; NULL for none. Sounding notes continue. Thread: any, but not the audio
   thread. */
int32_t tactus_synth_set_bank(tactus_synth *synth, const tactus_bank *bank);
/* Selects the preset of a channel of port 0 from the next block on, after the messages that were sent before and before
   those that are sent later. Up to 1024 selections wait for a block; of further ones, only the last of each channel
   counts. `bank` is 128 for drum kits. Thread: any, but not the audio thread. */
int32_t tactus_synth_set_program(tactus_synth *synth, int32_t channel, int32_t bank, int32_t program);
/* Sets the output gain in dB, -96 to 48. Thread: any, but not the audio thread. */
int32_t tactus_synth_set_gain(tactus_synth *synth, double gain);
/* Sends a message that is played on the first frame of the next block; `event->offset` is ignored. Up to 1024 messages
   wait; a further one fails with TACTUS_ERROR_FULL. Thread: any, but not the audio thread. */
int32_t tactus_synth_send(tactus_synth *synth, const tactus_event *event);
/* Sends a system-exclusive message, such as a GS or XG reset, that is played on the first frame of the next block. The
   bytes are the whole message, from F0 to F7, at most 6146; `port` is 0 to 15. Each six bytes count as one of the 1024
   messages that can wait; a message that does not fit is not sent, and fails with TACTUS_ERROR_FULL. A block of
   0 frames plays all messages that wait.
   Thread: any, but not the audio thread. */
int32_t tactus_synth_send_sysex(tactus_synth *synth, const uint8_t *bytes, size_t size, int32_t port);
/* Frees former banks that no longer sound, and decodes the samples of compressed banks (SF3) for the presets that are
   selected on port 0. With such a bank, call it after program changes have been rendered, or call tactus_bank_prepare
   beforehand. Thread: any, but not the audio thread. */
int32_t tactus_synth_prepare(tactus_synth *synth);
/* Renders a block of 0 to 2^24 frames. `events` are ascending by offset; `event_count` is 0 to 65536. Audio goes to
   channels[0] (left) and channels[1] (right); one channel receives their mean; further channels receive silence.
   `channel_count` is 1 to 64. Thread: audio. */
int32_t tactus_synth_render(tactus_synth *synth, const tactus_event *events, size_t event_count, float *const *channels,
                            int32_t channel_count, int32_t frames);
/* Silences everything and resets all controllers. Thread: audio. */
int32_t tactus_synth_reset(tactus_synth *synth);
/* Returns the number of voices that sounded at the end of the last block. Thread: any. */
int32_t tactus_synth_voices(const tactus_synth *synth);
void tactus_synth_free(tactus_synth *synth);

/* ---- Sequencer ---- */

/* A sequence of tracks, clips and patterns that is played live through a synthesizer, and edited while it plays. The
   sequence is a JSON document as `tactus sequence` reads and writes it. Positions are ticks of the sequence. */
typedef struct tactus_sequencer tactus_sequencer;

/* Reads a document of `size` bytes; new handle. The sequencer is stopped at its start. `bank` may not be NULL. */
tactus_sequencer *tactus_sequencer_new(const void *document, size_t size, const tactus_bank *bank,
                                       const tactus_settings *settings);
/* Plays another version of the sequence from the next block on, without interrupting notes that both have. It must not
   have more tracks than the first document. Thread: any, but not the audio thread. */
int32_t tactus_sequencer_edit(tactus_sequencer *sequencer, const void *document, size_t size);
/* Returns the number of unknown members of the document that plays, at most 100. They are ignored. Thread: any, but not
   the audio thread. */
int32_t tactus_sequencer_unknown_count(const tactus_sequencer *sequencer);
/* Returns the path of an unknown member and the most similar known name, if there is one; `index` counts from 0. The
   text is valid until the next tactus_sequencer_edit or until the handle is freed. Thread: any, but not the audio
   thread. */
const char *tactus_sequencer_unknown(const tactus_sequencer *sequencer, int32_t index);
/* Does for a sequencer what tactus_synth_prepare does for a synthesizer: with a compressed bank (SF3), call it several
   times per second, or call tactus_bank_prepare beforehand. Thread: any, but not the audio thread. */
int32_t tactus_sequencer_prepare(tactus_sequencer *sequencer);
/* Plays another bank from the next block on. Thread: any, but not the audio thread. */
int32_t tactus_sequencer_set_bank(tactus_sequencer *sequencer, const tactus_bank *bank);
/* Starts at a tick, 0 to 2^53, stops, or moves to a tick; from the next block on. Fails with TACTUS_ERROR_FULL if more
   than about 250 of these calls wait. Thread: any, but not the audio thread. */
int32_t tactus_sequencer_play(tactus_sequencer *sequencer, int64_t tick);
int32_t tactus_sequencer_stop(tactus_sequencer *sequencer);
int32_t tactus_sequencer_locate(tactus_sequencer *sequencer, int64_t tick);
/* Repeats the ticks from `start` to before `end`; start == end ends the repetition. Thread: any, but not audio. */
int32_t tactus_sequencer_loop(tactus_sequencer *sequencer, int64_t start, int64_t end);
/* Renders a block of 0 to 2^24 frames into 1 to 64 channels. Thread: audio. */
int32_t tactus_sequencer_render(tactus_sequencer *sequencer, float *const *channels, int32_t channel_count,
                                int32_t frames);
void tactus_sequencer_free(tactus_sequencer *sequencer);

#ifdef __cplusplus
}
#endif

#endif
