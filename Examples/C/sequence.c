/* Plays a sequence document live, edits it after two seconds, and writes raw stereo floats:
   sequence DOCUMENT.json EDITED.json [OUT.raw] */
#include <stdio.h>
#include <stdlib.h>
#include <tactus.h>

enum { BLOCK = 512, SECOND = 48000 };

static void fail(void) {
  fprintf(stderr, "sequence: %s\n", tactus_error());
  exit(1);
}

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *bytes = malloc(1 << 20);
  if (!file || !bytes) {
    fprintf(stderr, "sequence: cannot read %s\n", path);
    exit(1);
  }
  *size = fread(bytes, 1, 1 << 20, file);
  fclose(file);
  return bytes;
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: sequence DOCUMENT.json EDITED.json [OUT.raw]\n");
    return 2;
  }
  size_t size, edited_size;
  char *document = read_file(arguments[1], &size), *edited = read_file(arguments[2], &edited_size);
  FILE *file = fopen(count > 3 ? arguments[3] : "sequence.raw", "wb");
  tactus_bank *bank = tactus_bank_builtin();
  tactus_sequencer *sequencer = tactus_sequencer_new(document, size, bank, NULL);
  if (!file || !sequencer || tactus_sequencer_play(sequencer, 0) < 0) fail();

  float left[BLOCK], right[BLOCK], *channels[] = {left, right};
  for (int64_t frame = 0; frame < 4 * SECOND; frame += BLOCK) {
    /* in a program with an audio driver, the edit comes from another thread, and notes continue */
    if (frame / BLOCK == 2 * SECOND / BLOCK && tactus_sequencer_edit(sequencer, edited, edited_size) < 0) fail();
    if (tactus_sequencer_render(sequencer, channels, 2, BLOCK) < 0) fail();
    for (int i = 0; i < BLOCK; i++) {
      fwrite(&left[i], sizeof(float), 1, file);
      fwrite(&right[i], sizeof(float), 1, file);
    }
  }
  tactus_sequencer_free(sequencer);
  tactus_bank_free(bank);
  free(document);
  free(edited);
  return fclose(file);
}
