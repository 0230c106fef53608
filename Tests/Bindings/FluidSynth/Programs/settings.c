/* Lists the settings with their ranges, and changes the gain and more while a note sounds. settings FONT */
#include "listening.h"

static sound_t sound;

typedef struct {
  fluid_settings_t *settings;
  int numbers, integers, texts, realtime;
  char previous[128];
} survey_t;

static void survey_option(void *data, const char *name, const char *option) {
  (void)name, (void)option;
  ++*(int *)data;
}

static void survey_setting(void *data, const char *name, int type) {
  survey_t *survey = data;
  fluid_settings_t *settings = survey->settings;
  expect(strcmp(survey->previous, name) < 0, "%s in the order of the alphabet", name);
  snprintf(survey->previous, sizeof survey->previous, "%s", name);
  expect(fluid_settings_get_type(settings, name) == type, "%s to have one type", name);
  if (type == FLUID_NUM_TYPE) {
    double value, lowest, highest, usual;
    fluid_settings_getnum(settings, name, &value);
    fluid_settings_getnum_default(settings, name, &usual);
    fluid_settings_getnum_range(settings, name, &lowest, &highest);
    expect(lowest <= value && value <= highest && value == usual, "%s at its default, not %g", name, value);
    survey->numbers++;
  } else if (type == FLUID_INT_TYPE) {
    int value, lowest, highest, usual;
    fluid_settings_getint(settings, name, &value);
    fluid_settings_getint_default(settings, name, &usual);
    fluid_settings_getint_range(settings, name, &lowest, &highest);
    expect(lowest <= value && value <= highest && value == usual, "%s at its default, not %d", name, value);
    survey->integers++;
  } else if (type == FLUID_STR_TYPE) {
    char *text = NULL;
    int options = 0;
    expect(fluid_settings_dupstr(settings, name, &text) == FLUID_OK, "to copy %s", name);
    fluid_settings_foreach_option(settings, name, &options, survey_option);
    expect(options == fluid_settings_option_count(settings, name), "the number of options of %s", name);
    fluid_free(text);
    survey->texts++;
  }
}

static void count_realtime(void *data, const char *name, int type) {
  survey_t *survey = data;
  (void)type;
  survey->realtime += fluid_settings_is_realtime(survey->settings, name) != 0;
}

static double level(fluid_synth_t *synth) {
  render_seconds(synth, &sound, 0.05);
  render_seconds(synth, &sound, 0.2);
  return rms(&sound);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  fluid_settings_t *settings = new_fluid_settings();
  survey_t survey = {.settings = settings};
  fluid_settings_foreach(settings, &survey, survey_setting);
  expect(survey.numbers > 10 && survey.integers > 15 && survey.texts > 5, "some settings of each type");

  int number;
  char text[8];
  expect(fluid_settings_setnum(settings, "synth.gain", 11) == FLUID_FAILED, "to refuse a gain of 11");
  expect(fluid_settings_setint(settings, "synth.gain", 1) == FLUID_FAILED, "to refuse an integer for the gain");
  expect(fluid_settings_setint(settings, "synth.absent", 1) == FLUID_FAILED, "to refuse a setting that is absent");
  expect(fluid_settings_setstr(settings, "synth.midi-bank-select", "mma") == FLUID_OK, "to set a text");
  expect(fluid_settings_str_equal(settings, "synth.midi-bank-select", "mma"), "the text that was set");
  fluid_settings_copystr(settings, "synth.midi-bank-select", text, 3);
  expect(strcmp(text, "mm") == 0, "a copy that fits, not '%s'", text);

  fluid_settings_setint(settings, "synth.midi-channels", 32);
  fluid_synth_t *synth = new_dry_synth(settings, arguments[1]);
  fluid_settings_foreach(settings, &survey, count_realtime); /* The synthesizer follows some of them. */
  expect(survey.realtime > 5, "some settings that change while playing, not %d", survey.realtime);
  fluid_synth_program_change(synth, 20, OCARINA);
  fluid_synth_noteon(synth, 20, 69, 100);
  render_seconds(synth, &sound, 0.5);

  double half = level(synth);
  fluid_settings_setnum(settings, "synth.gain", 1.0);
  double full = level(synth);
  expect(fabs(decibels(full, half) - 6.02) < 0.3, "6 dB by the double gain, not %.2f", decibels(full, half));
  expect(fluid_synth_get_gain(synth) == 1.0f, "a gain of 1, not %g", fluid_synth_get_gain(synth));
  fluid_synth_set_gain(synth, 0.25f);
  double quarter = level(synth);
  expect(fabs(decibels(quarter, full) + 12.04) < 0.3, "12 dB less, not %.2f", decibels(quarter, full));

  fluid_settings_setint(settings, "synth.polyphony", 3);
  for (int i = 0; i < 8; i++) fluid_synth_noteon(synth, 20, 50 + 3 * i, 100);
  level(synth);
  number = fluid_synth_get_active_voice_count(synth);
  expect(number <= 3, "3 voices at most, not %d", number);
  fluid_settings_setint(settings, "synth.polyphony", 20);
  for (int i = 0; i < 8; i++) fluid_synth_noteon(synth, 20, 50 + 3 * i, 100);
  level(synth);
  number = fluid_synth_get_active_voice_count(synth);
  expect(number >= 8 && fluid_synth_get_polyphony(synth) == 20, "8 voices with more polyphony, not %d", number);

  printf("settings: %d numbers, %d integers, %d texts, %d of them in real time; gain by %.2f dB\n", survey.numbers,
         survey.integers, survey.texts, survey.realtime, decibels(full, half));
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return failures > 0;
}
