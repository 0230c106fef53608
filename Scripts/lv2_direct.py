"""The least of an LV2 host: calls a plug-in's functions with atoms that it has written itself, for what hosts do seldom."""

import ctypes
import struct

ATOM = "http://lv2plug.in/ns/ext/atom#"
TIME = "http://lv2plug.in/ns/ext/time#"
GUARD = b"\xee" * 64


class Feature(ctypes.Structure):
    _fields_ = [("uri", ctypes.c_char_p), ("data", ctypes.c_void_p)]


class Map(ctypes.Structure):
    _fields_ = [("handle", ctypes.c_void_p), ("map", ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p, ctypes.c_char_p))]


HANDLE = ctypes.c_void_p


class Descriptor(ctypes.Structure):
    _fields_ = [
        ("uri", ctypes.c_char_p),
        ("instantiate", ctypes.CFUNCTYPE(HANDLE, HANDLE, ctypes.c_double, ctypes.c_char_p,
                                         ctypes.POINTER(ctypes.POINTER(Feature)))),
        ("connect_port", ctypes.CFUNCTYPE(None, HANDLE, ctypes.c_uint32, HANDLE)),
        ("activate", ctypes.CFUNCTYPE(None, HANDLE)),
        ("run", ctypes.CFUNCTYPE(None, HANDLE, ctypes.c_uint32)),
        ("deactivate", ctypes.CFUNCTYPE(None, HANDLE)),
        ("cleanup", ctypes.CFUNCTYPE(None, HANDLE)),
        ("extension_data", ctypes.CFUNCTYPE(HANDLE, ctypes.c_char_p)),
    ]


class DirectHost:
    """An instance of the first plug-in of a library: port 0 is its input, port 1 its output, the others are controls."""

    def __init__(self, library, rate, controls, capacity=65_536):
        self.uris = {}
        entry = ctypes.CDLL(str(library)).lv2_descriptor
        entry.restype, entry.argtypes = ctypes.POINTER(Descriptor), [ctypes.c_uint32]
        self.plugin = entry(0).contents
        if entry(1):
            raise ValueError("there is a second plug-in")
        self.map = Map(None, type(Map().map)(lambda _, uri: self.urid(uri.decode())))
        feature = Feature(b"http://lv2plug.in/ns/ext/urid#map", ctypes.cast(ctypes.pointer(self.map), ctypes.c_void_p))
        self.features = (ctypes.POINTER(Feature) * 2)(ctypes.pointer(feature), None)
        without = (ctypes.POINTER(Feature) * 1)(None)
        if self.plugin.instantiate(None, rate, b"/", without):
            raise ValueError("it does without urid:map")
        self.handle = self.plugin.instantiate(None, rate, b"/", self.features)
        self.capacity = capacity
        self.output = ctypes.create_string_buffer(8 + capacity + len(GUARD))
        self.plugin.connect_port(self.handle, 1, ctypes.addressof(self.output))
        self.controls = {port: ctypes.c_float(value) for port, value in controls.items()}
        for port, value in self.controls.items():
            self.plugin.connect_port(self.handle, port, ctypes.addressof(value))
        self.plugin.activate(self.handle)

    def close(self):
        self.plugin.deactivate(self.handle)
        self.plugin.cleanup(self.handle)

    def urid(self, uri):
        return self.uris.setdefault(uri, len(self.uris) + 1)

    def midi(self, offset, message):
        """An event with a message, for `run`."""
        return offset, self.urid("http://lv2plug.in/ns/ext/midi#MidiEvent"), bytes(message)

    def position(self, offset, **numbers):
        """An event with a time:Position of these numbers, as doubles, for `run`."""
        body = struct.pack("<II", 0, self.urid(TIME + "Position"))
        for name, number in numbers.items():
            body += struct.pack("<IIIId", self.urid(TIME + name), 0, 8, self.urid(ATOM + "Double"), number)
        return offset, self.urid(ATOM + "Object"), body

    def sequence(self, events):
        """The bytes of a sequence."""
        body = struct.pack("<II", 0, 0)
        for offset, kind, data in events:
            body += struct.pack("<qII", offset, len(data), kind) + data + bytes(-len(data) % 8)
        return struct.pack("<II", len(body), self.urid(ATOM + "Sequence")) + body

    def run(self, frames, sequence):
        """Renders a cycle; the messages that come out, with their offsets."""
        source = ctypes.create_string_buffer(sequence, len(sequence))
        self.plugin.connect_port(self.handle, 0, ctypes.addressof(source))
        self.output[:] = struct.pack("<II", self.capacity, 0) + bytes(self.capacity) + GUARD
        self.plugin.run(self.handle, frames)
        return list(self.written(frames))

    def written(self, frames):
        data = self.output.raw
        size = struct.unpack_from("<I", data)[0]
        if data[8 + self.capacity:] != GUARD or size > self.capacity:
            raise ValueError("it has written behind the room that there is")
        place, last = 16, 0
        while place + 16 <= 8 + size:
            offset, count, kind = struct.unpack_from("<qII", data, place)
            if kind != self.urid("http://lv2plug.in/ns/ext/midi#MidiEvent") or not last <= offset < max(1, frames):
                raise ValueError(f"event of type {kind} at {offset} in a cycle of {frames}, after {last}")
            if place + 16 + count > 8 + size:
                raise ValueError("an event leads out of the sequence")
            yield (offset, *data[place + 16:place + 16 + count])
            place, last = place + 16 + (count + 7 & ~7), offset
