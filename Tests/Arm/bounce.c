// Bounces a song as `tactus bounce --depth f32 -o OUT.raw` does: bounce BANK|built-in SONG|demo OUT.raw RATE QUALITY.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *web_bank_open(void *bytes, int32_t count);
void *web_bank_builtin(void);
void *web_sequence_open(void *bytes, int32_t count);
void *web_sequence_demo(void);
void *web_sequence_song(void *sequence, int32_t rate);
void *web_bounce_new(void *bank, void *song, int32_t rate, int32_t quality, int32_t depth,
                     void *chain, double reverb_level, double chorus_level);
int32_t web_bounce_read(void *bounce, int32_t frames);
const float *web_bounce_channel(void *bounce, int32_t channel);
const char *web_text(void);
int32_t web_text_size(void);

static void *content(const char *name, int32_t *count) {
  FILE *file = fopen(name, "rb");
  if (!file) {
    perror(name);
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  *count = (int32_t)ftell(file);
  rewind(file);
  void *bytes = malloc((size_t)*count + 1);
  if (fread(bytes, 1, (size_t)*count, file) != (size_t)*count) exit(1);
  fclose(file);
  return bytes;
}

static void *checked(void *object) {
  if (object) return object;
  fprintf(stderr, "%.*s\n", (int)web_text_size(), web_text());
  exit(1);
}

int main(int count, char **arguments) {
  if (count != 6) return 2;
  int32_t size, frames;
  void *bank, *sequence;
  if (strcmp(arguments[1], "built-in") == 0) {
    bank = web_bank_builtin();
  } else {
    void *bytes = content(arguments[1], &size);
    bank = checked(web_bank_open(bytes, size));
  }
  if (strcmp(arguments[2], "demo") == 0) {
    sequence = web_sequence_demo();
  } else {
    void *bytes = content(arguments[2], &size);
    sequence = checked(web_sequence_open(bytes, size));
  }
  const char *qualities[] = {"draft", "live", "best"};
  int quality = 0;
  while (quality < 2 && strcmp(arguments[5], qualities[quality])) quality++;
  void *song = checked(web_sequence_song(sequence, atoi(arguments[4])));
  void *bounce = checked(web_bounce_new(bank, song, atoi(arguments[4]), quality, 3, NULL, 0, 0));
  FILE *output = fopen(arguments[3], "wb");
  if (!output) return 1;
  while ((frames = web_bounce_read(bounce, 16384)) > 0) {
    const float *left = web_bounce_channel(bounce, 0), *right = web_bounce_channel(bounce, 1);
    for (int32_t i = 0; i < frames; i++) {
      float both[2] = {left[i], right[i]};
      fwrite(both, sizeof both, 1, output);
    }
  }
  return fclose(output);
}

// Swift's Double(_: String) calls it.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  char *end;
  *result = strtod(text, &end);
  return end == text ? NULL : end;
}
