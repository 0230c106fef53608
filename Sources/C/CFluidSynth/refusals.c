// Functions of FluidSynth's interface that the engine does not support. Each of them logs the reason at its first call,
// and returns a value that means failure. Pointers to objects that do not exist here are declared as `void *`.
#include "CFluidSynth.h"

#define REFUSE(type, name, parameters, result, reason) \
  type name parameters; \
  type name parameters { \
    cfluidsynth_refuse(#name, reason); \
    return result; \
  }
#define REFUSE_ACTION(name, parameters, reason) \
  void name parameters; \
  void name parameters { cfluidsynth_refuse(#name, reason); }
/// A delete function that does nothing, because the program has nothing to free.
#define NOTHING_TO_DELETE(name) \
  void name(void *object); \
  void name(void *object) { (void)object; }

typedef void *object;
typedef const char *text;

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define SHELL "there is no command shell; call the functions of the interface instead"
NOTHING_TO_DELETE(delete_fluid_cmd_handler)
NOTHING_TO_DELETE(delete_fluid_shell)
/// Programs such as `fluidsynth` exit if they cannot create a command handler, so one can be created, but it accepts no
/// commands.
static char command_handler;
object new_fluid_cmd_handler(object synth, object router);
object new_fluid_cmd_handler(object synth, object router) { return &command_handler; }
object new_fluid_cmd_handler2(object settings, object synth, object router, object player);
object new_fluid_cmd_handler2(object settings, object synth, object router, object player) { return &command_handler; }
REFUSE(object, new_fluid_shell, (object settings, object handler, int in, int out, int thread), NULL, SHELL)
REFUSE(int, fluid_command, (object handler, text command, int out), FLUID_FAILED, SHELL)
REFUSE(int, fluid_source, (object handler, text file), FLUID_FAILED, SHELL)
REFUSE_ACTION(fluid_cmd_handler_set_synth, (object handler, object synth), SHELL)
REFUSE_ACTION(fluid_usershell, (object settings, object handler), SHELL)

#define SERVER "there is no command server; connect a MIDI driver instead"
NOTHING_TO_DELETE(delete_fluid_server)
REFUSE(object, new_fluid_server, (object settings, object synth, object router), NULL, SERVER)
REFUSE(object, new_fluid_server2, (object settings, object synth, object router, object player), NULL, SERVER)
REFUSE(int, fluid_server_join, (object server), FLUID_FAILED, SERVER)

/// As in FluidSynth without LADSPA, this returns NULL without logging a warning.
void *fluid_synth_get_ladspa_fx(fluid_synth_t *synth);
void *fluid_synth_get_ladspa_fx(fluid_synth_t *synth) { return NULL; }

#define LADSPA "there are no LADSPA effects; process the rendered audio instead"
REFUSE(int, fluid_ladspa_is_active, (object fx), 0, LADSPA)
REFUSE(int, fluid_ladspa_activate, (object fx), FLUID_FAILED, LADSPA)
REFUSE(int, fluid_ladspa_deactivate, (object fx), FLUID_FAILED, LADSPA)
REFUSE(int, fluid_ladspa_reset, (object fx), FLUID_FAILED, LADSPA)
REFUSE(int, fluid_ladspa_check, (object fx, char *error, int size), FLUID_FAILED, LADSPA)
REFUSE(int, fluid_ladspa_host_port_exists, (object fx, text port), 0, LADSPA)
REFUSE(int, fluid_ladspa_add_buffer, (object fx, text buffer), FLUID_FAILED, LADSPA)
REFUSE(int, fluid_ladspa_buffer_exists, (object fx, text buffer), 0, LADSPA)
REFUSE(int, fluid_ladspa_add_effect, (object fx, text effect, text library, text plugin), FLUID_FAILED, LADSPA)
REFUSE(int, fluid_ladspa_effect_can_mix, (object fx, text effect), 0, LADSPA)
REFUSE(int, fluid_ladspa_effect_set_mix, (object fx, text effect, int mix, float gain), FLUID_FAILED, LADSPA)
REFUSE(int, fluid_ladspa_effect_port_exists, (object fx, text effect, text port), 0, LADSPA)
REFUSE(int, fluid_ladspa_effect_set_control, (object fx, text effect, text port, float value), FLUID_FAILED, LADSPA)
REFUSE(int, fluid_ladspa_effect_link, (object fx, text effect, text port, text target), FLUID_FAILED, LADSPA)

#define VOICES "single voices are not accessible; use fluid_synth_noteon and controllers instead"
REFUSE(object, fluid_synth_alloc_voice, (object synth, object sample, int channel, int key, int velocity), NULL, VOICES)
REFUSE_ACTION(fluid_synth_start_voice, (object synth, object voice), VOICES)
REFUSE_ACTION(fluid_voice_add_mod, (object voice, object mod, int mode), VOICES)
REFUSE(float, fluid_voice_gen_get, (object voice, int generator), 0, VOICES)
REFUSE_ACTION(fluid_voice_gen_set, (object voice, int generator, float value), VOICES)
REFUSE_ACTION(fluid_voice_gen_incr, (object voice, int generator, float value), VOICES)
REFUSE(unsigned int, fluid_voice_get_id, (object voice), 0, VOICES)
REFUSE(int, fluid_voice_get_channel, (object voice), FLUID_FAILED, VOICES)
REFUSE(int, fluid_voice_get_key, (object voice), FLUID_FAILED, VOICES)
REFUSE(int, fluid_voice_get_actual_key, (object voice), FLUID_FAILED, VOICES)
REFUSE(int, fluid_voice_get_velocity, (object voice), FLUID_FAILED, VOICES)
REFUSE(int, fluid_voice_get_actual_velocity, (object voice), FLUID_FAILED, VOICES)
REFUSE(int, fluid_voice_is_playing, (object voice), 0, VOICES)
REFUSE(int, fluid_voice_is_on, (object voice), 0, VOICES)
REFUSE(int, fluid_voice_is_sustained, (object voice), 0, VOICES)
REFUSE(int, fluid_voice_is_sostenuto, (object voice), 0, VOICES)
REFUSE(int, fluid_voice_optimize_sample, (object sample), FLUID_FAILED, VOICES)
REFUSE_ACTION(fluid_voice_update_param, (object voice, int generator), VOICES)

#define PRESETS "presets are not started directly; use fluid_synth_program_select and fluid_synth_noteon instead"
REFUSE(int, fluid_synth_start,
       (object synth, unsigned int id, object preset, int audio, int channel, int key, int velocity), FLUID_FAILED,
       PRESETS)
REFUSE(int, fluid_synth_stop, (object synth, unsigned int id), FLUID_FAILED, PRESETS)

#define MODULATORS "the default modulators are fixed; put modulators into the SoundFont instead"
REFUSE(int, fluid_synth_add_default_mod, (object synth, object mod, int mode), FLUID_FAILED, MODULATORS)
REFUSE(int, fluid_synth_remove_default_mod, (object synth, object mod), FLUID_FAILED, MODULATORS)

#define FILTER "there is no second filter; use the filter of the SoundFont instead"
REFUSE(int, fluid_synth_set_custom_filter, (object synth, int type, int flags), FLUID_FAILED, FILTER)

#define FONTS \
  "a program cannot build fonts; load a SoundFont with fluid_synth_sfload instead, " \
  "from memory with new_fluid_defsfloader and fluid_sfloader_set_callbacks"
REFUSE(object, new_fluid_sfloader, (fluid_sfloader_load_t load, fluid_sfloader_free_t free), NULL, FONTS)
REFUSE(int, fluid_sfloader_set_data, (object loader, object data), FLUID_FAILED, FONTS)
REFUSE(object, fluid_sfloader_get_data, (object loader), NULL, FONTS)

REFUSE(object, new_fluid_sfont, (object name, object preset, object start, object next, object free), NULL, FONTS)
REFUSE(int, fluid_sfont_set_data, (object font, object data), FLUID_FAILED, FONTS)
REFUSE(object, fluid_sfont_get_data, (object font), NULL, FONTS)

REFUSE(object, new_fluid_preset, (object font, object name, object bank, object number, object noteon, object free),
       NULL, FONTS)
NOTHING_TO_DELETE(delete_fluid_preset)
REFUSE(int, fluid_preset_set_data, (object preset, object data), FLUID_FAILED, FONTS)
REFUSE(object, fluid_preset_get_data, (object preset), NULL, FONTS)

REFUSE(object, new_fluid_sample, (void), NULL, FONTS)
NOTHING_TO_DELETE(delete_fluid_sample)
REFUSE(size_t, fluid_sample_sizeof, (void), 0, FONTS)
REFUSE(int, fluid_sample_set_name, (object sample, text name), FLUID_FAILED, FONTS)
REFUSE(int, fluid_sample_set_sound_data,
       (object sample, short *data, char *data24, unsigned int frames, unsigned int rate, short copies), FLUID_FAILED,
       FONTS)
REFUSE(int, fluid_sample_set_loop, (object sample, unsigned int start, unsigned int end), FLUID_FAILED, FONTS)
REFUSE(int, fluid_sample_set_pitch, (object sample, int key, int cents), FLUID_FAILED, FONTS)
