// Two JACK clients around a plug-in: one plays notes and is the transport's master, the other writes down what comes
// out. Prints lines for a script to compare:
//
//     sent FRAME KEY           a note-on has been sent
//     note FRAME STATUS KEY    a message has come out
//     onset FRAME              the sound was silent before this frame
//     rolls FRAME TRANSPORT    the transport moves since this frame, at this frame of its own
//     stands FRAME             the transport stands again
//     xruns COUNT
//
// jack_probe SECONDS TO-MIDI|- FROM-MIDI|- FROM-AUDIO|- PLAY TEMPO TICKS
//   PLAY: notes (short ones, at chance distances), chord (four keys, held), none
//   TEMPO: 0 for a transport that stands; TICKS: of a beat
//
// cc -O2 jack_probe.c -o jack_probe -ldl       libjack is opened, not linked; its declarations here are our own.
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct __attribute__((packed)) {
  uint64_t unique1, usecs;
  uint32_t frameRate, frame, valid;
  int32_t bar, beat, tick;
  double barStartTick;
  float beatsPerBar, beatType;
  double ticksPerBeat, beatsPerMinute, frameTime, nextTime;
  uint32_t bbtOffset;
  float audioPerVideo;
  uint32_t videoOffset;
  double tickDouble;
  int32_t padding[5];
  uint64_t unique2;
} Position;
typedef struct {
  uint32_t time;
  size_t size;
  uint8_t *bytes;
} Event;
typedef struct Client Client;
typedef struct Port Port;

static struct {
  Client *(*open)(const char *, int, int *, ...);
  Port *(*add)(Client *, const char *, const char *, unsigned long, unsigned long);
  int (*process)(Client *, int (*)(uint32_t, void *), void *);
  int (*xrun)(Client *, int (*)(void *), void *);
  int (*timebase)(Client *, int, void (*)(int, uint32_t, Position *, int, void *), void *);
  int (*activate)(Client *);
  int (*close)(Client *);
  int (*connect)(Client *, const char *, const char *);
  void *(*buffer)(Port *, uint32_t);
  uint32_t (*lastFrame)(const Client *);
  uint32_t (*rate)(Client *);
  int (*query)(const Client *, Position *);
  int (*locate)(Client *, uint32_t);
  void (*start)(Client *);
  void (*stop)(Client *);
  void (*clear)(void *);
  int (*write)(void *, uint32_t, const uint8_t *, size_t);
  uint32_t (*count)(void *);
  int (*get)(Event *, void *, uint32_t);
} jack;

enum { MOST = 1 << 18, BBT = 0x10 };
enum Kind { SENT, NOTE, ONSET, ROLLS, STANDS };
typedef struct {
  uint32_t kind, frame, a, b;
} Line;
static Line lines[MOST], heard[MOST];
static uint32_t lineCount, heardCount, silence = 1000, next, off, chance = 12345;
static volatile int playing, xruns;
static volatile uint64_t played;
static double tempo, ticks;
static const char *play;
static int held, rolls;
static Client *source, *sink;
static Port *midiOut, *midiIn, *audioIn;
static uint8_t offKey;

static void say(Line *list, uint32_t *count, uint32_t kind, uint32_t frame, uint32_t a, uint32_t b) {
  if (*count < MOST) list[(*count)++] = (Line){kind, frame, a, b};
}

static void playNotes(void *buffer, uint32_t now, uint32_t frames) {
  if (next < now) next = now, off = 0;
  while (1) {
    uint32_t frame = off ? off : next;
    if (frame >= now + frames) return;
    uint8_t message[3] = {off ? 0x80 : 0x90, off ? offKey : (uint8_t)(36 + chance % 60), 100};
    jack.write(buffer, frame - now, message, 3);
    if (off) {
      off = 0;
      continue;
    }
    offKey = message[1];
    say(lines, &lineCount, SENT, frame, message[1], 0);
    chance = chance * 1664525 + 1013904223;
    off = frame + 20;
    next = frame + 40 + (chance >> 16) % 120;
  }
}

static int runSource(uint32_t frames, void *context) {
  (void)context;
  void *buffer = jack.buffer(midiOut, frames);
  uint32_t now = jack.lastFrame(source);
  jack.clear(buffer);
  Position position;
  int isRolling = jack.query(source, &position) == 1;
  if (isRolling && rolls == 0) rolls = 1, say(lines, &lineCount, ROLLS, now, position.frame, 0);
  if (!isRolling && rolls == 1) rolls = 2, say(lines, &lineCount, STANDS, now, 0, 0);
  if (!playing) return 0;
  played += frames;
  if (!strcmp(play, "notes")) playNotes(buffer, now, frames);
  if (!strcmp(play, "chord") && !held) {
    held = 1;
    for (int key = 0; key < 4; key++) {
      uint8_t message[3] = {0x90, (uint8_t)(48 + 4 * key), 100};
      jack.write(buffer, 0, message, 3);
      say(lines, &lineCount, SENT, now, message[1], 0);
    }
  }
  return 0;
}

static int runSink(uint32_t frames, void *context) {
  (void)context;
  uint32_t now = jack.lastFrame(sink);
  void *buffer = jack.buffer(midiIn, frames);
  float *audio = jack.buffer(audioIn, frames);
  for (uint32_t index = 0; index < jack.count(buffer); index++) {
    Event event;
    if (!jack.get(&event, buffer, index) && event.size == 3)
      say(heard, &heardCount, NOTE, now + event.time, event.bytes[0], event.bytes[1]);
  }
  for (uint32_t frame = 0; frame < frames; frame++) {
    if (fabsf(audio[frame]) <= 0.003f) {
      silence++;
    } else {
      if (silence >= 16) say(heard, &heardCount, ONSET, now + frame, 0, 0);
      silence = 0;
    }
  }
  return 0;
}

static int countXrun(void *context) {
  (void)context;
  xruns++;
  return 0;
}

static void tellTime(int state, uint32_t frames, Position *position, int isNew, void *context) {
  (void)state, (void)frames, (void)isNew, (void)context;
  double beats = position->frame * (tempo / 60 / jack.rate(source));
  int64_t beat = (int64_t)(beats + 1e-9);
  position->valid |= BBT;
  position->bar = (int32_t)(beat / 4) + 1;
  position->beat = (int32_t)(beat % 4) + 1;
  position->tick = (int32_t)fmax(0, (beats - beat) * ticks + 1e-6);
  position->barStartTick = beat / 4 * 4 * ticks;
  position->beatsPerBar = position->beatType = 4;
  position->ticksPerBeat = ticks;
  position->beatsPerMinute = tempo;
}

static void load(void) {
  void *library = dlopen("libjack.so.0", RTLD_NOW);
  const char *names[] = {
      "jack_client_open", "jack_port_register", "jack_set_process_callback", "jack_set_xrun_callback",
      "jack_set_timebase_callback", "jack_activate", "jack_client_close", "jack_connect", "jack_port_get_buffer",
      "jack_last_frame_time", "jack_get_sample_rate", "jack_transport_query", "jack_transport_locate",
      "jack_transport_start", "jack_transport_stop", "jack_midi_clear_buffer", "jack_midi_event_write",
      "jack_midi_get_event_count", "jack_midi_event_get"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    void *function = library ? dlsym(library, names[index]) : 0;
    if (!function) {
      fprintf(stderr, "jack_probe: libjack has no %s\n", names[index]);
      exit(3);
    }
    ((void **)&jack)[index] = function;
  }
}

static void join(const char *from, const char *to) {
  if (strcmp(from, "-") && strcmp(to, "-") && jack.connect(source, from, to)) {
    fprintf(stderr, "jack_probe: cannot connect %s to %s\n", from, to);
    exit(3);
  }
}

static void print(const Line *list, uint32_t count) {
  static const char *names[] = {"sent", "note", "onset", "rolls", "stands"};
  for (uint32_t index = 0; index < count; index++)
    printf("%s %u %u %u\n", names[list[index].kind], list[index].frame, list[index].a, list[index].b);
}

int main(int argc, char **argv) {
  if (argc != 8) return fprintf(stderr, "jack_probe: seven arguments\n"), 2;
  load();
  play = argv[5], tempo = atof(argv[6]), ticks = atof(argv[7]);
  source = jack.open("source", 1, 0), sink = jack.open("sink", 1, 0);
  if (!source || !sink) return fprintf(stderr, "jack_probe: no JACK server\n"), 3;
  midiOut = jack.add(source, "out", "8 bit raw midi", 2, 0);
  midiIn = jack.add(sink, "in", "8 bit raw midi", 1, 0);
  audioIn = jack.add(sink, "audio", "32 bit float mono audio", 1, 0);
  jack.process(source, runSource, 0), jack.process(sink, runSink, 0);
  jack.xrun(source, countXrun, 0);
  if (tempo > 0) jack.timebase(source, 0, tellTime, 0);
  if (jack.activate(source) || jack.activate(sink)) return 3;
  join("source:out", argv[2]), join(argv[3], "sink:in"), join(argv[4], "sink:audio");
  usleep(500000);
  playing = 1;
  if (tempo > 0) jack.locate(source, 0), jack.start(source);
  // by the server's frames: a busy machine has fewer of them in a second
  double seconds = atof(argv[1]);
  for (int turn = 0; turn < 50 * (5 * seconds + 10) && played < seconds * jack.rate(source); turn++) usleep(20000);
  playing = 0;
  if (tempo > 0) jack.stop(source);
  usleep(500000);
  jack.close(source), jack.close(sink);
  print(lines, lineCount), print(heard, heardCount);
  printf("xruns %d\n", xruns);
  return 0;
}
