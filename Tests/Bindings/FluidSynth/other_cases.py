"""What settings.py calls besides the settings: the log, modulators, paths of files, and refused functions."""

import ctypes
from ctypes import c_double, c_int, c_size_t, c_void_p

from fluid_library import LOG_FUNCTION, captured, expect

def log(library):
    """Notes what the default log functions write to the standard error, and how functions are replaced."""
    for level in range(-1, 7):
        library.note(("log", level), *captured(lambda: library.lib.fluid_log(level, b"%d %s %%", 5, b"x")))
        written = captured(lambda: library.lib.fluid_default_log_function(level, b"%d", None))[1]
        library.note(("default", level), written)
    library.note(("log", "newline"), *captured(lambda: library.lib.fluid_log(1, b"a\n")))
    library.note(("log", "NULL"), captured(lambda: library.lib.fluid_default_log_function(1, None, None))[1])
    default = ctypes.cast(library.lib.fluid_default_log_function, c_void_p).value
    messages = []
    receiver = LOG_FUNCTION(lambda *message: messages.append(message))
    pointer = ctypes.cast(receiver, c_void_p).value
    names = {None: "none", default: "default", pointer: "own"}
    for level in (-1, 0, 1, 2, 3, 4, 5):
        replaced = [library.lib.fluid_set_log_function(level, function, 7) for function in (pointer, None, pointer)]
        library.note(("replace", level), [names.get(function) for function in replaced])
        for text in (b"", b"short", b"a" * 1023, b"b" * 5000):
            library.note(("own", level, text[:5], len(text)), library.lib.fluid_log(level, text), list(messages))
            messages.clear()
        library.lib.fluid_set_log_function(level, None, None)
        library.note(("silent", level), *captured(lambda: library.lib.fluid_log(level, b"unheard")))


MOD_FIELDS = ("source1", "flags1", "source2", "flags2", "dest")


def mods(library):
    """Notes how modulators keep and compare their data."""
    lib = library.lib
    lib.fluid_mod_get_amount.restype = c_double
    lib.fluid_mod_set_amount.argtypes = [c_void_p, c_double]
    lib.fluid_mod_sizeof.restype = c_size_t
    one, other = c_void_p(lib.new_fluid_mod()), c_void_p(lib.new_fluid_mod())
    base = (2, 1, 19, 130, 48, 2.5)
    for change in [{}, {5: -1e300}] + [{i: v} for i in range(5) for v in (base[i] + 1, 0, -1, 255, 300, base[i] + 256)]:
        fields = [change.get(index, value) for index, value in enumerate(base)]
        fill(lib, one, fields)
        fill(lib, other, base)
        data = [getattr(lib, "fluid_mod_get_" + field)(one) for field in MOD_FIELDS] + [lib.fluid_mod_get_amount(one)]
        sources = [lib.fluid_mod_has_source(one, cc, number) for cc in (-1, 0, 1, 2) for number in (0, 2, 3, 19, 258)]
        targets = [lib.fluid_mod_has_dest(one, generator) for generator in (-1, 0, 48, 49, 255, 304)]
        library.note(("mod", str(fields)), data, lib.fluid_mod_test_identity(one, other), sources, targets)
        lib.fluid_mod_clone(other, one)
        library.note(("clone", str(fields)), lib.fluid_mod_test_identity(one, other), lib.fluid_mod_get_amount(other))
    expect(lib.fluid_mod_sizeof() >= 13, "fluid_mod_sizeof is too small")
    for mod in (one, other, None):
        lib.delete_fluid_mod(mod)


def fill(lib, mod, fields):
    lib.fluid_mod_set_source1(mod, fields[0], fields[1])
    lib.fluid_mod_set_source2(mod, fields[2], fields[3])
    lib.fluid_mod_set_dest(mod, fields[4])
    lib.fluid_mod_set_amount(mod, fields[5])


def paths(library):
    """Notes the paths of the command files."""
    for function in ("fluid_get_userconf", "fluid_get_sysconf"):
        getattr(library.lib, function).restype = c_void_p
        for size in (0, 1, 5, 100):
            place = ctypes.create_string_buffer(b"z" * 20, 100)
            result = getattr(library.lib, function)(place, size)
            library.note((function, size), result == ctypes.addressof(place), place.raw)
    library.note("streams", library.lib.fluid_get_stdin(), library.lib.fluid_get_stdout())


# The refused functions, by what they return. Functions that free what is never made are silent.
REFUSED = {
    -1: """command source server_join ladspa_activate ladspa_deactivate ladspa_reset ladspa_check ladspa_add_buffer
        ladspa_add_effect ladspa_effect_set_mix ladspa_effect_set_control ladspa_effect_link voice_get_channel
        voice_get_key voice_get_actual_key voice_get_velocity voice_get_actual_velocity voice_optimize_sample
        synth_start synth_stop synth_add_default_mod synth_remove_default_mod synth_set_custom_filter sfloader_set_data
        sfont_set_data preset_set_data sample_set_name sample_set_sound_data sample_set_loop sample_set_pitch""",
    0: """new_shell new_server new_server2 ladspa_is_active ladspa_host_port_exists
        ladspa_buffer_exists ladspa_effect_can_mix ladspa_effect_port_exists synth_alloc_voice voice_get_id
        voice_is_playing voice_is_on voice_is_sustained voice_is_sostenuto new_sfloader sfloader_get_data new_sfont
        sfont_get_data new_preset preset_get_data new_sample sample_sizeof""",
    None: """cmd_handler_set_synth usershell synth_start_voice voice_add_mod voice_gen_set voice_gen_incr
        voice_update_param voice_gen_get""",
}
SILENT = "synth_get_ladspa_fx delete_cmd_handler delete_shell delete_server delete_preset delete_sample"


def refusals(library):
    """Checks that refused functions fail, and that they log one warning at the first call only."""
    for expected, functions in REFUSED.items():
        for function in map(full_name, functions.split()):
            for logged in ([2], []):
                called = getattr(library.lib, function)
                called.restype = c_void_p if expected == 0 else c_int
                result = called(*[None] * 7) or 0
                expect(expected is None or result == expected, f"{function} returns {result}, not {expected}")
                expect(library.logged == logged, f"{function} logs {library.logged}, not {logged}")
                library.logged.clear()
    for function in map(full_name, SILENT.split()):
        getattr(library.lib, function)(None)
        expect(not library.logged, f"{function}(NULL) logs")


def full_name(name):
    for prefix in ("new_", "delete_"):
        if name.startswith(prefix):
            return prefix + "fluid_" + name[len(prefix) :]
    return "fluid_" + name
