/* Loads a font from memory by callbacks, and compares it with the font in its file. memory_font FONT */
#include "listening.h"

typedef struct {
  long long position;
  int is_open;
} reader_t;

static unsigned char *bytes;
static long long size;
static int opened, closed, reads;
static sound_t from_file, from_memory;

static void *open_memory(const char *name) {
  if (strcmp(name, "memory:font")) return NULL;
  reader_t *reader = calloc(1, sizeof *reader);
  reader->is_open = 1;
  opened++;
  return reader;
}

static int read_memory(void *buffer, fluid_long_long_t length, void *handle) {
  reader_t *reader = handle;
  if (length < 0 || length > size - reader->position) return FLUID_FAILED;
  memcpy(buffer, bytes + reader->position, (size_t)length);
  reader->position += length;
  reads++;
  return FLUID_OK;
}

static int seek_memory(void *handle, fluid_long_long_t offset, int origin) {
  reader_t *reader = handle;
  long long start = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? reader->position : size;
  if (start + offset < 0 || start + offset > size) return FLUID_FAILED;
  reader->position = start + offset;
  return FLUID_OK;
}

static fluid_long_long_t tell_memory(void *handle) { return ((reader_t *)handle)->position; }

static int close_memory(void *handle) {
  expect(((reader_t *)handle)->is_open, "to close what is open");
  free(handle);
  closed++;
  return FLUID_OK;
}

static void read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  require(file != NULL, "a font that opens");
  fseek(file, 0, SEEK_END);
  size = ftell(file);
  rewind(file);
  bytes = malloc((size_t)size);
  require(bytes && fread(bytes, 1, (size_t)size, file) == (size_t)size, "all bytes of the font");
  fclose(file);
}

static void play(fluid_synth_t *synth, sound_t *sound) {
  fluid_synth_program_change(synth, 0, 40);
  fluid_synth_noteon(synth, 0, 67, 100);
  fluid_synth_noteon(synth, 9, 38, 100);
  render_seconds(synth, sound, 0.5);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  read_file(arguments[1]);
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *plain = new_dry_synth(settings, arguments[1]), *synth = new_dry_synth(settings, NULL);
  play(plain, &from_file);

  fluid_sfloader_t *loader = new_fluid_defsfloader(settings);
  require(loader != NULL, "a loader");
  expect(fluid_sfloader_set_callbacks(loader, NULL, read_memory, seek_memory, tell_memory, close_memory) ==
             FLUID_FAILED, "to refuse callbacks without one that opens");
  expect(fluid_sfloader_set_callbacks(loader, open_memory, read_memory, seek_memory, tell_memory, close_memory) ==
             FLUID_OK, "to set callbacks");
  fluid_synth_add_sfloader(synth, loader);
  int font = fluid_synth_sfload(synth, "memory:font", 1);
  require(font >= 0, "a font from memory");
  expect(opened > 0 && opened == closed && reads > 0, "to open, read and close, not %d, %d, %d", opened, reads, closed);
  expect(strcmp(fluid_sfont_get_name(fluid_synth_get_sfont(synth, 0)), "memory:font") == 0, "the name that was opened");
  free(bytes); /* A font that is loaded does not need its bytes. */

  play(synth, &from_memory);
  expect(rms(&from_file) > 0.005, "a sound");
  int equal = !memcmp(from_file.left, from_memory.left, sizeof(float) * (size_t)from_file.frames) &&
              !memcmp(from_file.right, from_memory.right, sizeof(float) * (size_t)from_file.frames);
  expect(equal, "the same sound from memory as from the file");
  expect(fluid_synth_sfload(synth, "memory:other", 1) == FLUID_FAILED, "to refuse a name that does not open");
  expect(fluid_synth_sfload(synth, arguments[1], 1) >= 0, "the loader of files to be there still");

  printf("memory_font: %lld bytes in %d reads\n", size, reads);
  delete_fluid_synth(synth);
  delete_fluid_synth(plain);
  delete_fluid_settings(settings);
  expect(opened == closed, "as many closed as opened");
  return failures > 0;
}
