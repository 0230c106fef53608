"""The MIDI and sequencer functions of a libfluidsynth by ctypes, for sequencer.py."""
import ctypes as C

P, I, S, U, D, F, T = C.c_void_p, C.c_int, C.c_short, C.c_uint, C.c_double, C.c_float, C.c_char_p
EVENT_CALLBACK = C.CFUNCTYPE(None, U, P, P, P)
MIDI_CALLBACK = C.CFUNCTYPE(I, P, P)
MIDI_FIELDS = "type channel key velocity control value program pitch".split()
EVENT_FIELDS = dict(type=I, source=S, dest=S, channel=I, key=S, velocity=S, control=S, value=I, program=I, data=P,
                    duration=U, bank=S, pitch=I, scale=D, sfont_id=U)
# The events by the rest of their function's name: the parameters behind the event.
EVENTS = dict(timer=[P], note=[I, S, S, U], noteon=[I, S, S], noteoff=[I, S], all_sounds_off=[I], all_notes_off=[I],
              bank_select=[I, S], program_change=[I, I], program_select=[I, U, S, S], control_change=[I, S, I],
              pitch_bend=[I, I], pitch_wheelsens=[I, I], modulation=[I, I], sustain=[I, I], pan=[I, I],
              volume=[I, I], reverb_send=[I, I], chorus_send=[I, I], key_pressure=[I, S, I],
              channel_pressure=[I, I], system_reset=[], unregistering=[], scale=[D])
FUNCTIONS = {
    "new_fluid_settings": (P,), "delete_fluid_settings": (None, P), "fluid_settings_setnum": (I, P, T, D),
    "fluid_settings_setint": (I, P, T, I), "new_fluid_synth": (P, P), "delete_fluid_synth": (None, P),
    "fluid_synth_sfload": (I, P, T, I), "fluid_synth_write_float": (I, P, I, P, I, I, P, I, I),
    "fluid_synth_noteon": (I, P, I, I, I), "fluid_synth_noteoff": (I, P, I, I),
    "fluid_synth_get_cc": (I, P, I, I, P), "fluid_synth_handle_midi_event": (I, P, P),
    "new_fluid_midi_event": (P,), "delete_fluid_midi_event": (None, P),
    "fluid_midi_event_set_sysex": (I, P, P, I, I), "fluid_midi_event_set_text": (I, P, P, I, I),
    "fluid_midi_event_get_text": (I, P, P, P), "fluid_midi_event_set_lyrics": (I, P, P, I, I),
    "fluid_midi_event_get_lyrics": (I, P, P, P),
    "new_fluid_midi_router": (P, P, MIDI_CALLBACK, P), "delete_fluid_midi_router": (None, P),
    "fluid_midi_router_set_default_rules": (I, P), "fluid_midi_router_clear_rules": (I, P),
    "fluid_midi_router_add_rule": (I, P, P, I), "new_fluid_midi_router_rule": (P,),
    "delete_fluid_midi_router_rule": (None, P), "fluid_midi_router_rule_set_chan": (None, P, I, I, F, I),
    "fluid_midi_router_rule_set_param1": (None, P, I, I, F, I),
    "fluid_midi_router_rule_set_param2": (None, P, I, I, F, I), "fluid_midi_router_handle_midi_event": (I, P, P),
    "fluid_midi_dump_prerouter": (I, P, P), "fluid_midi_dump_postrouter": (I, P, P),
    "new_fluid_event": (P,), "delete_fluid_event": (None, P), "fluid_event_set_source": (None, P, S),
    "fluid_event_set_dest": (None, P, S), "fluid_event_from_midi_event": (I, P, P),
    "new_fluid_sequencer": (P,), "new_fluid_sequencer2": (P, I), "delete_fluid_sequencer": (None, P),
    "fluid_sequencer_get_use_system_timer": (I, P),
    "fluid_sequencer_register_client": (S, P, T, EVENT_CALLBACK, P), "fluid_sequencer_unregister_client": (None, P, S),
    "fluid_sequencer_count_clients": (I, P), "fluid_sequencer_get_client_id": (S, P, I),
    "fluid_sequencer_get_client_name": (T, P, S), "fluid_sequencer_client_is_dest": (I, P, S),
    "fluid_sequencer_process": (None, P, U), "fluid_sequencer_send_now": (None, P, P),
    "fluid_sequencer_send_at": (I, P, P, U, I), "fluid_sequencer_remove_events": (None, P, S, S, I),
    "fluid_sequencer_get_tick": (U, P), "fluid_sequencer_set_time_scale": (None, P, D),
    "fluid_sequencer_get_time_scale": (D, P), "fluid_sequencer_register_fluidsynth": (S, P, P),
    "fluid_sequencer_add_midi_event_to_buffer": (I, P, P),
}


class Library:
    """A library whose functions are attributes, without the "fluid_" at their beginning."""

    def __init__(self, path):
        self.library = C.CDLL(path)
        for name, (result, *arguments) in FUNCTIONS.items():
            self.bind(name, result, *arguments)
        for name in MIDI_FIELDS:
            self.bind("fluid_midi_event_get_" + name, I, P)
            self.bind("fluid_midi_event_set_" + name, I, P, I)
        for name, arguments in EVENTS.items():
            self.bind("fluid_event_" + name, None, P, *arguments)
        for name, result in EVENT_FIELDS.items():
            self.bind("fluid_event_get_" + name, result, P)

    def bind(self, name, result, *arguments):
        function = getattr(self.library, name, None)
        if function is not None:
            function.restype, function.argtypes = result, arguments
            setattr(self, name.removeprefix("fluid_"), function)

    def midi_event(self, kind, channel, param1, param2):
        event = self.new_fluid_midi_event()
        for name, value in (("type", kind), ("channel", channel), ("key", param1), ("velocity", param2)):
            getattr(self, "midi_event_set_" + name)(event, value)
        return event

    def midi_values(self, event):
        return [getattr(self, "midi_event_get_" + name)(event) for name in MIDI_FIELDS]

    def event_values(self, event):
        return {name: getattr(self, "event_get_" + name)(event) for name in EVENT_FIELDS}

    def synth(self, rate=44100.0, font=None):
        settings = self.new_fluid_settings()
        self.settings_setnum(settings, b"synth.sample-rate", rate)
        synth = self.new_fluid_synth(settings)
        if font:
            self.synth_sfload(synth, font.encode(), 1)
        return synth

    def render(self, synth, frames):
        """Returns the left channel of the next frames."""
        left, right = (F * frames)(), (F * frames)()
        self.synth_write_float(synth, frames, left, 0, 1, right, 0, 1)
        return left


class Sequencer:
    """A sequencer, and what its clients have heard."""

    def __init__(self, library, use_system_timer=0):
        self.library = library
        self.pointer = library.new_fluid_sequencer2(use_system_timer)
        self.heard = []
        self.callbacks = []

    def client(self, name=b"client", hook=None):
        def callback(time, event, sequencer, data):
            values = self.library.event_values(event)
            self.heard.append((time, values["type"], values["channel"], values["key"], values["source"],
                               values["dest"]))
            if hook:
                hook(values)
        self.callbacks.append(EVENT_CALLBACK(callback))
        return self.library.sequencer_register_client(self.pointer, name, self.callbacks[-1], None)

    def event(self, kind, arguments, dest, source=-1):
        event = self.library.new_fluid_event()
        self.library.event_set_source(event, source)
        self.library.event_set_dest(event, dest)
        getattr(self.library, "event_" + kind)(event, *arguments)
        return event

    def at(self, time, kind, *arguments, dest, source=-1, absolute=1):
        event = self.event(kind, arguments, dest, source)
        result = self.library.sequencer_send_at(self.pointer, event, time, absolute)
        self.library.delete_fluid_event(event)
        return result

    def now(self, kind, *arguments, dest, source=-1):
        event = self.event(kind, arguments, dest, source)
        self.library.sequencer_send_now(self.pointer, event)
        self.library.delete_fluid_event(event)

    def process(self, milliseconds):
        self.library.sequencer_process(self.pointer, milliseconds)
        return self.take()

    def take(self):
        heard = list(self.heard)
        self.heard.clear()
        return heard

    @property
    def tick(self):
        return self.library.sequencer_get_tick(self.pointer)

    @property
    def scale(self):
        return self.library.sequencer_get_time_scale(self.pointer)

    @scale.setter
    def scale(self, value):
        self.library.sequencer_set_time_scale(self.pointer, value)

    def delete(self):
        self.library.delete_fluid_sequencer(self.pointer)
        return self.take()
