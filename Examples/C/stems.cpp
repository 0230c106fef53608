// Renders a song block by block with one stem for each channel, and checks that the stems add up to the mix:
// stems [SONG.mid [BANK.sf2]]
#include <tactus.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

// Handles that free themselves.
template <auto release> struct Free {
  template <typename Handle> void operator()(Handle *handle) const { release(handle); }
};
using Song = std::unique_ptr<tactus_song, Free<tactus_song_free>>;
using Bank = std::unique_ptr<tactus_bank, Free<tactus_bank_free>>;
using Renderer = std::unique_ptr<tactus_renderer, Free<tactus_renderer_free>>;

// Throws the library's description of a failure.
template <typename Handle> Handle *checked(Handle *handle) {
  return handle ? handle : throw std::runtime_error(tactus_error());
}

int main(int count, char **arguments) try {
  Song song(checked(count > 1 ? tactus_song_open(arguments[1]) : tactus_song_demo()));
  Bank bank(checked(count > 2 ? tactus_bank_open(arguments[2]) : tactus_bank_builtin()));
  tactus_settings settings;
  tactus_settings_init(&settings, sizeof settings);
  settings.stems = TACTUS_STEMS_CHANNELS;

  Renderer renderer(checked(tactus_renderer_new(song.get(), bank.get(), &settings)));
  const int32_t channels = tactus_renderer_channels(renderer.get());
  const int64_t block = 4096;
  std::vector<float> memory(channels * block);
  std::vector<float *> pointers(channels);
  for (int32_t c = 0; c < channels; c++) pointers[c] = &memory[c * block];

  int64_t frames = 0, read;
  float difference = 0;
  while ((read = tactus_renderer_read(renderer.get(), pointers.data(), channels, block)) > 0) {
    for (int64_t i = 0; i < read; i++) {
      for (int side = 0; side < 2; side++) {
        float sum = 0;
        for (int32_t c = side; c < channels - 2; c += 2) sum += pointers[c][i];
        difference = std::max(difference, std::fabs(sum - pointers[channels - 2 + side][i]));
      }
    }
    frames += read;
  }
  if (read < 0) throw std::runtime_error(tactus_error());
  std::printf("%d stems, %lld frames, greatest difference from the mix: %g\n", channels / 2 - 1, (long long)frames,
              difference);
  return difference < 1e-5f ? 0 : 1;
} catch (const std::exception &error) {
  std::fprintf(stderr, "stems: %s\n", error.what());
  return 1;
}
