/* Breaks the rules of tactus.h, one at a time. Each call must fail with the status that the header promises and with a
   description, and none may crash. Run under AddressSanitizer and valgrind: misuse SONG.mid */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tactus.h>

static int failures, checks;

static void expect(const char *what, int64_t found, int64_t wanted) {
  checks++;
  if (found == wanted && (wanted >= 0 || (tactus_error()[0] && tactus_error_status() == wanted))) return;
  failures++;
  printf("%s: expected %lld, found %lld (%s)\n", what, (long long)wanted, (long long)found, tactus_error());
}

static void expect_null(const char *what, const void *found, int64_t status) {
  expect(what, found ? 1 : tactus_error_status(), status);
}

static int released;
static void count_release(void *context) { released += *(int *)context; }
static int32_t cancel(void *context, double fraction) {
  (void)context;
  return fraction < 0;
}

static void *other_thread(void *context) {
  (void)context;
  return (void *)(tactus_error()[0] == 0 && tactus_error_status() == TACTUS_OK ? "fresh" : NULL);
}

static const char document[] =
    "{\"format\": \"tactus sequence\", \"version\": 2, \"tracks\": []}";

static void check_songs(const char *path) {
  expect_null("song: NULL path", tactus_song_open(NULL), TACTUS_ERROR_ARGUMENT);
  expect_null("song: no such file", tactus_song_open("/no/such/file.mid"), TACTUS_ERROR_FILE);
  expect_null("song: standard input", tactus_song_open("-"), TACTUS_ERROR_FILE);
  expect_null("song: not UTF-8", tactus_song_open("\xff\xfe"), TACTUS_ERROR_ARGUMENT);
  expect_null("song: NULL bytes", tactus_song_open_bytes(NULL, 10), TACTUS_ERROR_ARGUMENT);
  expect_null("song: no bytes", tactus_song_open_bytes("", 0), TACTUS_ERROR_FORMAT);
  expect_null("song: foreign bytes", tactus_song_open_bytes("RIFF....", 8), TACTUS_ERROR_FORMAT);
  expect_null("song: too large", tactus_song_open_bytes("x", (size_t)-1), TACTUS_ERROR_ARGUMENT);
  expect_null("bank: a song", tactus_bank_open(path), TACTUS_ERROR_FORMAT);
  tactus_song_free(NULL);

  tactus_song *song = tactus_song_open(path);
  tactus_song_info info = {sizeof info}, *wrong = NULL;
  expect("info", tactus_song_get(song, &info), TACTUS_OK);
  expect("info: tracks", info.tracks >= 1 && info.notes > 0 && info.duration > 0, 1);
  expect("info: NULL", tactus_song_get(song, wrong), TACTUS_ERROR_ARGUMENT);
  info.size = 7;
  expect("info: size 7", tactus_song_get(song, &info), TACTUS_ERROR_ARGUMENT);
  expect("name of a track", tactus_song_track_name(song, 0) != NULL, 1);
  expect_null("name of track -1", tactus_song_track_name(song, -1), TACTUS_ERROR_ARGUMENT);
  expect_null("name of the track after the last", tactus_song_track_name(song, info.tracks), TACTUS_ERROR_ARGUMENT);
  expect_null("defect after the last", tactus_song_defect(song, info.defects), TACTUS_ERROR_ARGUMENT);
  tactus_song_free(song);
  expect("info of a freed song", tactus_song_get(song, &info), TACTUS_ERROR_HANDLE);
  expect_null("name in a freed song", tactus_song_track_name(song, 0), TACTUS_ERROR_HANDLE);
  expect_null("defect of a freed song", tactus_song_defect(song, 0), TACTUS_ERROR_HANDLE);
}

static void check_banks(tactus_bank *bank, tactus_song *song) {
  int context = 1;
  expect_null("bank: NULL path", tactus_bank_open(NULL), TACTUS_ERROR_ARGUMENT);
  expect_null("bank: no such file", tactus_bank_open("/no/such.sf2"), TACTUS_ERROR_FILE);
  expect_null("bank: foreign bytes", tactus_bank_open_bytes("nothing", 7, count_release, &context),
              TACTUS_ERROR_FORMAT);
  expect("bank: bytes released after a failure", released, 1);
  expect_null("bank: NULL bytes", tactus_bank_open_bytes(NULL, 7, count_release, &context), TACTUS_ERROR_ARGUMENT);
  expect("bank: NULL bytes released", released, 2);
  tactus_layer layers[] = {{bank, 0, 0}, {NULL, 0, 0}};
  expect_null("stack: NULL layers", tactus_bank_stack(NULL, 1), TACTUS_ERROR_ARGUMENT);
  expect_null("stack: none", tactus_bank_stack(layers, 0), TACTUS_ERROR_ARGUMENT);
  expect_null("stack: too many", tactus_bank_stack(layers, 1000), TACTUS_ERROR_ARGUMENT);
  expect_null("stack: NULL bank", tactus_bank_stack(layers, 2), TACTUS_ERROR_HANDLE);
  layers[0].keeps_drums = 7;
  expect_null("stack: flag", tactus_bank_stack(layers, 1), TACTUS_ERROR_SETTING);
  layers[0].keeps_drums = 0;
  layers[0].bank_offset = 70000;
  expect_null("stack: offset", tactus_bank_stack(layers, 1), TACTUS_ERROR_SETTING);
  tactus_preset preset = {sizeof preset};
  int32_t count = tactus_bank_preset_count(bank);
  expect("presets: some", count > 100, 1);
  expect("presets: NULL bank", tactus_bank_preset_count(NULL), TACTUS_ERROR_HANDLE);
  expect("preset: the last", tactus_bank_preset(bank, count - 1, &preset), TACTUS_OK);
  expect("preset: a name", preset.name[0] != 0, 1);
  expect("preset: beyond the last", tactus_bank_preset(bank, count, &preset), TACTUS_ERROR_ARGUMENT);
  expect("preset: negative", tactus_bank_preset(bank, -1, &preset), TACTUS_ERROR_ARGUMENT);
  expect("preset: NULL", tactus_bank_preset(bank, 0, NULL), TACTUS_ERROR_ARGUMENT);
  preset.size = 4;
  expect("prepare: a preset", tactus_bank_prepare(bank, 0, 0), TACTUS_OK);
  expect("prepare: a missing one", tactus_bank_prepare(bank, 60000, 0), TACTUS_OK);
  expect("prepare: program 128", tactus_bank_prepare(bank, 0, 128), TACTUS_ERROR_ARGUMENT);
  expect("prepare: NULL", tactus_bank_prepare(NULL, 0, 0), TACTUS_ERROR_HANDLE);
  expect("preset: size", tactus_bank_preset(bank, 0, &preset), TACTUS_ERROR_ARGUMENT);
  expect_null("bank of a song: types exchanged",
              tactus_bank_for_song((const tactus_bank *)song, (const tactus_song *)bank), TACTUS_ERROR_HANDLE);
}

static void check_settings(tactus_song *song, tactus_bank *bank) {
  tactus_settings s;
  expect("settings: NULL", tactus_settings_init(NULL, sizeof s), TACTUS_ERROR_ARGUMENT);
  expect("settings: size 0", tactus_settings_init(&s, 0), TACTUS_ERROR_ARGUMENT);
  expect("settings: huge size", tactus_settings_init(&s, 1 << 20), TACTUS_ERROR_ARGUMENT);
#define WRONG(member, value, status)                                        \
  do {                                                                      \
    tactus_settings_init(&s, sizeof s);                                     \
    s.member = value;                                                       \
    expect_null(#member " = " #value, tactus_render(song, bank, &s, NULL), status); \
  } while (0)
  WRONG(size, 0, TACTUS_ERROR_ARGUMENT);
  WRONG(size, 100000, TACTUS_ERROR_ARGUMENT);
  WRONG(sample_rate, 0, TACTUS_ERROR_SETTING);
  WRONG(sample_rate, -1, TACTUS_ERROR_SETTING);
  WRONG(sample_rate, 2000000000, TACTUS_ERROR_SETTING);
  WRONG(polyphony, 0, TACTUS_ERROR_SETTING);
  WRONG(polyphony, 5000, TACTUS_ERROR_SETTING);
  WRONG(quality, 3, TACTUS_ERROR_SETTING);
  WRONG(gain, 1e300, TACTUS_ERROR_SETTING);
  WRONG(gain, 0.0 / 0.0, TACTUS_ERROR_SETTING);
  WRONG(reverb, 2, TACTUS_ERROR_SETTING);
  WRONG(chorus, -1, TACTUS_ERROR_SETTING);
  WRONG(reverb_level, 24.5, TACTUS_ERROR_SETTING);
  WRONG(chorus_level, 0.0 / 0.0, TACTUS_ERROR_SETTING);
  WRONG(lead_in, -1, TACTUS_ERROR_SETTING);
  WRONG(lead_in, 0.0 / 0.0, TACTUS_ERROR_SETTING);
  WRONG(tail, 0.0 / 0.0, TACTUS_ERROR_SETTING);
  WRONG(tail, 1e9, TACTUS_ERROR_SETTING);
  WRONG(maximum_length, 0, TACTUS_ERROR_SETTING);
  WRONG(maximum_length, 0.01, TACTUS_ERROR_SETTING);
  WRONG(stems, 5, TACTUS_ERROR_SETTING);
  WRONG(notes, 2, TACTUS_ERROR_SETTING);
  WRONG(threads, -1, TACTUS_ERROR_SETTING);
  WRONG(threads, 100000, TACTUS_ERROR_SETTING);
  WRONG(reserved, 1, TACTUS_ERROR_SETTING);
  WRONG(progress, cancel, TACTUS_ERROR_CANCELLED);
  tactus_report report = {0};
  expect_null("report: size 0", tactus_render(song, bank, NULL, &report), TACTUS_ERROR_ARGUMENT);
}

static void check_rendering(tactus_song *song, tactus_bank *bank) {
  expect_null("render: NULL song", tactus_render(NULL, bank, NULL, NULL), TACTUS_ERROR_HANDLE);
  expect_null("render: NULL bank", tactus_render(song, NULL, NULL, NULL), TACTUS_ERROR_HANDLE);
  expect_null("render: wild pointer", tactus_render((tactus_song *)0x12345678, bank, NULL, NULL), TACTUS_ERROR_HANDLE);
  expect("file: NULL path", tactus_render_file(song, bank, NULL, NULL, 16, NULL, NULL), TACTUS_ERROR_ARGUMENT);
  expect("file: no folder", tactus_render_file(song, bank, NULL, "/no/such/folder/a.wav", 16, NULL, NULL),
         TACTUS_ERROR_FILE);
  expect("file: format", tactus_render_file(song, bank, NULL, "a.wav", 17, NULL, NULL), TACTUS_ERROR_SETTING);
  expect("file: same notes", tactus_render_file(song, bank, NULL, "a.wav", 16, "a.wav", NULL), TACTUS_ERROR_ARGUMENT);
  expect("file: notes to -", tactus_render_file(song, bank, NULL, "a.wav", 16, "-", NULL), TACTUS_ERROR_FILE);
  expect("file: no notes' folder", tactus_render_file(song, bank, NULL, "a.wav", 16, "/no/such/a.jsonl", NULL),
         TACTUS_ERROR_FILE);

  tactus_audio *audio = tactus_render(song, bank, NULL, NULL);
  expect("render", audio != NULL, 1);
  tactus_audio_view view = {0};
  tactus_stem stem = {sizeof stem};
  tactus_note note;
  expect("view: size 0", tactus_audio_get(audio, &view), TACTUS_ERROR_ARGUMENT);
  expect("view: NULL", tactus_audio_get(audio, NULL), TACTUS_ERROR_ARGUMENT);
  view.size = sizeof view;
  expect("view", tactus_audio_get(audio, &view), TACTUS_OK);
  expect("stem: none", tactus_audio_stem(audio, 0, &stem), TACTUS_ERROR_ARGUMENT);
  expect("stem: negative", tactus_audio_stem(audio, -1, &stem), TACTUS_ERROR_ARGUMENT);
  expect("notes: not requested", tactus_audio_notes(audio, 0, &note, sizeof note, 1), TACTUS_ERROR_ARGUMENT);
  tactus_audio_free(audio);
  expect("view: freed", tactus_audio_get(audio, &view), TACTUS_ERROR_HANDLE);
  tactus_audio_free(audio);
  expect("audio: freed twice", tactus_error_status(), TACTUS_ERROR_HANDLE);
}

static void check_notes(tactus_song *song, tactus_bank *bank) {
  tactus_settings s;
  tactus_settings_init(&s, sizeof s);
  s.notes = 1;
  tactus_audio *audio = tactus_render(song, bank, &s, NULL);
  tactus_note notes[4];
  int64_t count = tactus_audio_notes(audio, 0, NULL, 0, 0);
  expect("notes: some", count > 4, 1);
  expect("notes: four", tactus_audio_notes(audio, 0, notes, sizeof notes[0], 4), 4);
  expect("notes: the last", tactus_audio_notes(audio, count - 1, notes, sizeof notes[0], 4), 1);
  expect("notes: beyond the last", tactus_audio_notes(audio, count + 10, notes, sizeof notes[0], 4), 0);
  expect("notes: NULL", tactus_audio_notes(audio, 0, NULL, sizeof notes[0], 4), TACTUS_ERROR_ARGUMENT);
  expect("notes: size", tactus_audio_notes(audio, 0, notes, 0, 4), TACTUS_ERROR_ARGUMENT);
  expect("notes: negative", tactus_audio_notes(audio, -1, notes, sizeof notes[0], 4), TACTUS_ERROR_ARGUMENT);
  expect("notes: negative capacity", tactus_audio_notes(audio, 0, notes, sizeof notes[0], -4), TACTUS_ERROR_ARGUMENT);
  tactus_audio_free(audio);
}

static void check_renderer(tactus_song *song, tactus_bank *bank) {
  float left[256], right[256], *channels[] = {left, right}, *missing[] = {left, NULL};
  tactus_report report = {sizeof report};
  tactus_renderer *renderer = tactus_renderer_new(song, bank, NULL);
  expect("renderer: channels", tactus_renderer_channels(renderer), 2);
  expect("renderer: NULL", tactus_renderer_read(NULL, channels, 2, 256), TACTUS_ERROR_HANDLE);
  expect("renderer: NULL channels", tactus_renderer_read(renderer, NULL, 2, 256), TACTUS_ERROR_ARGUMENT);
  expect("renderer: a NULL channel", tactus_renderer_read(renderer, missing, 2, 256), TACTUS_ERROR_ARGUMENT);
  expect("renderer: one channel", tactus_renderer_read(renderer, channels, 1, 256), TACTUS_ERROR_ARGUMENT);
  expect("renderer: negative", tactus_renderer_read(renderer, channels, 2, -1), TACTUS_ERROR_ARGUMENT);
  expect("renderer: nothing", tactus_renderer_read(renderer, channels, 2, 0), 0);
  expect("renderer: a block", tactus_renderer_read(renderer, channels, 2, 256), 256);
  expect("renderer: report too early", tactus_renderer_report(renderer, &report), TACTUS_ERROR_ARGUMENT);
  tactus_renderer_free(renderer);
  expect("renderer: freed", tactus_renderer_read(renderer, channels, 2, 256), TACTUS_ERROR_HANDLE);
  expect("renderer: freed, channels", tactus_renderer_channels(renderer), TACTUS_ERROR_HANDLE);
  expect("renderer: freed, frames", tactus_renderer_maximum_frames(renderer), TACTUS_ERROR_HANDLE);
}

static void check_synth(tactus_bank *bank) {
  float left[256], right[256], *channels[] = {left, right}, *missing[] = {NULL, right};
  tactus_event note = {0, 0x90, 60, 100, 0}, system = {0, 0xF8, 0, 0, 0}, late = {256, 0x90, 60, 100, 0};
  tactus_event unsorted[] = {{8, 0x90, 60, 100, 0}, {7, 0x80, 60, 0, 0}};
  tactus_event wild = {0, 0x9F, 255, 255, 255};
  tactus_settings s;
  tactus_settings_init(&s, sizeof s);
  s.sample_rate = 1;
  expect_null("synth: rate", tactus_synth_new(bank, &s), TACTUS_ERROR_SETTING);
  tactus_synth *synth = tactus_synth_new(NULL, NULL);
  expect("synth: silent without a bank", tactus_synth_render(synth, &note, 1, channels, 2, 256), TACTUS_OK);
  expect("synth: bank", tactus_synth_set_bank(synth, bank), TACTUS_OK);
  expect("synth: not a bank", tactus_synth_set_bank(synth, (tactus_bank *)synth), TACTUS_ERROR_HANDLE);
  expect("synth: channel 16", tactus_synth_set_program(synth, 16, 0, 0), TACTUS_ERROR_ARGUMENT);
  expect("synth: program 128", tactus_synth_set_program(synth, 0, 0, 128), TACTUS_ERROR_ARGUMENT);
  expect("synth: gain", tactus_synth_set_gain(synth, 0.0 / 0.0), TACTUS_ERROR_SETTING);
  expect("synth: send NULL", tactus_synth_send(synth, NULL), TACTUS_ERROR_ARGUMENT);
  expect("synth: send system", tactus_synth_send(synth, &system), TACTUS_ERROR_ARGUMENT);
  expect("synth: wild data bytes", tactus_synth_render(synth, &wild, 1, channels, 2, 256), TACTUS_OK);
  expect("synth: NULL channels", tactus_synth_render(synth, &note, 1, NULL, 2, 256), TACTUS_ERROR_ARGUMENT);
  expect("synth: a NULL channel", tactus_synth_render(synth, &note, 1, missing, 2, 256), TACTUS_ERROR_ARGUMENT);
  expect("synth: no channel", tactus_synth_render(synth, &note, 1, channels, 0, 256), TACTUS_ERROR_ARGUMENT);
  expect("synth: 65 channels", tactus_synth_render(synth, &note, 1, channels, 65, 256), TACTUS_ERROR_ARGUMENT);
  expect("synth: negative frames", tactus_synth_render(synth, &note, 1, channels, 2, -1), TACTUS_ERROR_ARGUMENT);
  expect("synth: NULL events", tactus_synth_render(synth, NULL, 1, channels, 2, 256), TACTUS_ERROR_ARGUMENT);
  expect("synth: no events", tactus_synth_render(synth, NULL, 0, channels, 2, 256), TACTUS_OK);
  expect("synth: too many", tactus_synth_render(synth, &note, 1 << 20, channels, 2, 256), TACTUS_ERROR_ARGUMENT);
  expect("synth: system", tactus_synth_render(synth, &system, 1, channels, 2, 256), TACTUS_ERROR_ARGUMENT);
  expect("synth: late", tactus_synth_render(synth, &late, 1, channels, 2, 256), TACTUS_ERROR_ARGUMENT);
  expect("synth: unsorted", tactus_synth_render(synth, unsorted, 2, channels, 2, 256), TACTUS_ERROR_ARGUMENT);
  expect("synth: no frames", tactus_synth_render(synth, NULL, 0, channels, 2, 0), TACTUS_OK);
  static const uint8_t reset[] = {0xF0, 0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x7F, 0x00, 0x41, 0xF7};
  static const uint8_t torn[] = {0xF0, 0x41, 0x90, 0xF7};
  expect("sysex", tactus_synth_send_sysex(synth, reset, sizeof reset, 0), TACTUS_OK);
  expect("sysex: empty", tactus_synth_send_sysex(synth, (const uint8_t *)"\xF0\xF7", 2, 0), TACTUS_OK);
  expect("sysex: NULL", tactus_synth_send_sysex(synth, NULL, 4, 0), TACTUS_ERROR_ARGUMENT);
  expect("sysex: no end", tactus_synth_send_sysex(synth, reset, 5, 0), TACTUS_ERROR_ARGUMENT);
  expect("sysex: no bytes", tactus_synth_send_sysex(synth, reset, 0, 0), TACTUS_ERROR_ARGUMENT);
  expect("sysex: too large", tactus_synth_send_sysex(synth, reset, (size_t)-1, 0), TACTUS_ERROR_ARGUMENT);
  expect("sysex: a status byte inside", tactus_synth_send_sysex(synth, torn, sizeof torn, 0), TACTUS_ERROR_ARGUMENT);
  expect("sysex: port", tactus_synth_send_sysex(synth, reset, sizeof reset, 16), TACTUS_ERROR_ARGUMENT);
  static uint8_t dump[6147] = {0xF0};
  dump[6146] = 0xF7;
  expect("sysex: 6147 bytes", tactus_synth_send_sysex(synth, dump, 6147, 0), TACTUS_ERROR_ARGUMENT);
  dump[6145] = 0xF7;
  expect("sysex: does not fit", tactus_synth_send_sysex(synth, dump, 6146, 0), TACTUS_ERROR_FULL);
  expect("sysex: nothing of it waits", tactus_synth_send(synth, &note), TACTUS_OK);
  expect("sysex: a block", tactus_synth_render(synth, NULL, 0, channels, 2, 256), TACTUS_OK);
  expect("sysex: 6146 bytes", tactus_synth_send_sysex(synth, dump, 6146, 0), TACTUS_OK);
  expect("sysex: another block", tactus_synth_render(synth, NULL, 0, channels, 2, 256), TACTUS_OK);
  for (int i = 0; i < 1024; i++) tactus_synth_send(synth, &note);
  expect("synth: queue", tactus_synth_send(synth, &note), TACTUS_ERROR_FULL);
  expect("synth: reset", tactus_synth_reset(synth), TACTUS_OK);
  tactus_synth_free(synth);
  expect("synth: freed", tactus_synth_render(synth, NULL, 0, channels, 2, 256), TACTUS_ERROR_HANDLE);
  expect("synth: freed, voices", tactus_synth_voices(synth), TACTUS_ERROR_HANDLE);
  expect("synth: freed, reset", tactus_synth_reset(synth), TACTUS_ERROR_HANDLE);
}

static void check_sequencer(tactus_bank *bank) {
  float left[256], right[256], *channels[] = {left, right};
  size_t size = sizeof document - 1;
  expect_null("sequencer: NULL document", tactus_sequencer_new(NULL, 10, bank, NULL), TACTUS_ERROR_ARGUMENT);
  expect_null("sequencer: no bank", tactus_sequencer_new(document, size, NULL, NULL), TACTUS_ERROR_HANDLE);
  expect_null("sequencer: foreign", tactus_sequencer_new("[]", 2, bank, NULL), TACTUS_ERROR_FORMAT);
  expect_null("sequencer: cut", tactus_sequencer_new(document, size - 3, bank, NULL), TACTUS_ERROR_FORMAT);
  tactus_sequencer *sequencer = tactus_sequencer_new(document, size, bank, NULL);
  expect("sequencer", sequencer != NULL, 1);
  expect("sequencer: tick", tactus_sequencer_play(sequencer, -1), TACTUS_ERROR_ARGUMENT);
  expect("sequencer: late tick", tactus_sequencer_locate(sequencer, INT64_MAX), TACTUS_ERROR_ARGUMENT);
  expect("sequencer: loop", tactus_sequencer_loop(sequencer, 10, 5), TACTUS_ERROR_ARGUMENT);
  expect("sequencer: edit", tactus_sequencer_edit(sequencer, "[", 1), TACTUS_ERROR_FORMAT);
  expect("sequencer: unknown members", tactus_sequencer_unknown_count(sequencer), 0);
  expect("sequencer: NULL, unknown members", tactus_sequencer_unknown_count(NULL), TACTUS_ERROR_HANDLE);
  expect_null("sequencer: no unknown member", tactus_sequencer_unknown(sequencer, 0), TACTUS_ERROR_ARGUMENT);
  expect("sequencer: play", tactus_sequencer_play(sequencer, 0), TACTUS_OK);
  expect("sequencer: render", tactus_sequencer_render(sequencer, channels, 2, 256), TACTUS_OK);
  expect("sequencer: prepare", tactus_sequencer_prepare(sequencer), TACTUS_OK);
  expect("sequencer: NULL channels", tactus_sequencer_render(sequencer, NULL, 2, 256), TACTUS_ERROR_ARGUMENT);
  expect("sequencer: a synth", tactus_synth_render((tactus_synth *)sequencer, NULL, 0, channels, 2, 256),
         TACTUS_ERROR_HANDLE);
  int32_t status = TACTUS_OK;
  for (int i = 0; i < 100000 && status == TACTUS_OK; i++) status = tactus_sequencer_stop(sequencer);
  expect("sequencer: queue", status, TACTUS_ERROR_FULL);
  tactus_sequencer_free(sequencer);
  expect("sequencer: freed", tactus_sequencer_stop(sequencer), TACTUS_ERROR_HANDLE);
}

/* A program compiled against a version whose settings ended after `chorus`, and one against a later version. */
static void check_sizes(tactus_song *song, tactus_bank *bank) {
  struct old {
    uint32_t size;
    int32_t sample_rate, polyphony, quality;
    double gain;
    int32_t reverb, chorus;
  } old;
  struct {
    tactus_settings settings;
    int64_t unknown[4];
  } later;
  memset(&later, 0x55, sizeof later);
  tactus_settings current;
  tactus_settings_init(&current, sizeof current);
  expect("old settings", tactus_settings_init((tactus_settings *)&old, sizeof old), TACTUS_OK);
  expect("later settings", tactus_settings_init(&later.settings, sizeof later), TACTUS_OK);
  expect("later settings: what is unknown stays", later.unknown[0], 0x5555555555555555);
  old.sample_rate = later.settings.sample_rate = current.sample_rate = 22050;
  tactus_audio_view views[3] = {{sizeof views[0]}, {sizeof views[0]}, {sizeof views[0]}};
  const tactus_settings *all[3] = {&current, (const tactus_settings *)&old, &later.settings};
  tactus_audio *audio[3];
  for (int i = 0; i < 3; i++) {
    audio[i] = tactus_render(song, bank, all[i], NULL);
    expect("sizes: render", tactus_audio_get(audio[i], &views[i]), TACTUS_OK);
    expect("sizes: as many frames", views[i].frames, views[0].frames);
    expect("sizes: the same samples",
           memcmp(views[i].samples, views[0].samples, sizeof(float) * (size_t)views[0].frames), 0);
  }
  /* a view whose caller knows the first members only */
  struct {
    uint32_t size;
    int32_t channels;
    uint64_t after;
  } small = {8, 0, 0x1234};
  expect("small view", tactus_audio_get(audio[0], (tactus_audio_view *)&small), TACTUS_OK);
  expect("small view: channels", small.channels, 2);
  expect("small view: nothing behind it", (int64_t)small.after, 0x1234);
  for (int i = 0; i < 3; i++) tactus_audio_free(audio[i]);
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  expect("no failure yet", tactus_error()[0], 0);
  tactus_song *song = tactus_song_open(arguments[1]);
  tactus_bank *bank = count > 2 ? tactus_bank_open(arguments[2]) : tactus_bank_builtin();
  if (!song || !bank) {
    printf("misuse: %s\n", tactus_error());
    return 1;
  }
  check_songs(arguments[1]);
  check_banks(bank, song);
  check_settings(song, bank);
  check_rendering(song, bank);
  check_notes(song, bank);
  check_renderer(song, bank);
  check_synth(bank);
  check_sequencer(bank);
  check_sizes(song, bank);
  pthread_t thread;
  void *result = NULL;
  pthread_create(&thread, NULL, other_thread, NULL);
  pthread_join(thread, &result);
  expect("failures are of one thread", result != NULL, 1);
  tactus_bank_free(bank);
  tactus_song_free(song);
  tactus_trim();
  printf("%d rules broken, %d answered wrongly\n", checks, failures);
  return failures != 0;
}
