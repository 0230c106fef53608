// Stands in for the kernel's ALSA sequencer where there is none. Scripts/check-devices tells it what happens, a line at a
// time, through the named pipe TACTUS_SEQUENCER:
//
//   plug            a keyboard appears: client 20, port 0
//   unplug          it disappears
//   90 3C 64        it sends a message, which is delivered if its port is connected
//
// If TACTUS_SEQUENCER_LOG names a file, there is also a synthesizer, client 24, port 0. What it receives is written there: a
// line for each message with the time of the monotonic clock in nanoseconds and the bytes.
//
// Tactus opens this library instead of libasound, to which it is linked: other functions are found there.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "CALSA.h"

struct _snd_seq {
  int pipe, is_plugged, is_connected, is_watched;
  char line[256];
  size_t length;
  snd_midi_event_t *encoder;
  snd_seq_event_t event;
  FILE *log;
  // the outputs that are connected to the synthesizer, one bit each
  unsigned receivers;
};
struct _snd_seq_client_info {
  int client;
};
struct _snd_seq_port_info {
  int client, port;
};

long snd_midi_event_encode(snd_midi_event_t *, const unsigned char *bytes, long count, snd_seq_event_t *);
int snd_midi_event_new(size_t size, snd_midi_event_t **);
void snd_midi_event_free(snd_midi_event_t *);
void snd_midi_event_no_status(snd_midi_event_t *, int is_on);
long snd_midi_event_decode(snd_midi_event_t *, unsigned char *bytes, long count, const snd_seq_event_t *);

enum { KEYBOARD = 20, SYNTH = 24 };

int snd_seq_open(snd_seq_t **handle, const char *name, int streams, int mode) {
  (void)name, (void)streams, (void)mode;
  const char *path = getenv("TACTUS_SEQUENCER");
  snd_seq_t *it = calloc(1, sizeof *it);
  if (!it || !path) return -ENOENT;
  it->pipe = open(path, O_RDWR | O_NONBLOCK);
  if (it->pipe < 0 || snd_midi_event_new(256, &it->encoder) < 0) return -ENOENT;
  snd_midi_event_no_status(it->encoder, 1);
  const char *log = getenv("TACTUS_SEQUENCER_LOG");
  if (log) it->log = fopen(log, "a");
  it->is_plugged = getenv("TACTUS_SEQUENCER_PLUGGED") != NULL;
  *handle = it;
  return 0;
}
int snd_seq_close(snd_seq_t *it) {
  close(it->pipe);
  if (it->log) fclose(it->log);
  snd_midi_event_free(it->encoder);
  free(it);
  return 0;
}
int snd_seq_set_client_name(snd_seq_t *it, const char *name) { return (void)it, (void)name, 0; }
int snd_seq_client_id(snd_seq_t *it) { return (void)it, 129; }
int snd_seq_create_simple_port(snd_seq_t *it, const char *name, unsigned capabilities, unsigned type) {
  static int next = 0;
  return (void)it, (void)name, (void)capabilities, (void)type, next++;
}

int snd_seq_connect_from(snd_seq_t *it, int port, int client, int other) {
  (void)port, (void)other;
  if (client == SND_SEQ_CLIENT_SYSTEM) return it->is_watched = 1, 0;
  if (client != KEYBOARD || !it->is_plugged) return -EINVAL;
  return it->is_connected = 1, 0;
}
int snd_seq_connect_to(snd_seq_t *it, int port, int client, int other) {
  if (client != SYNTH || other != 0 || !it->log) return -EINVAL;
  it->receivers |= 1u << port;
  return 0;
}
int snd_seq_disconnect_to(snd_seq_t *it, int port, int client, int other) {
  if (client != SYNTH || other != 0) return -ENOENT;
  it->receivers &= ~(1u << port);
  return 0;
}
int snd_seq_event_output_direct(snd_seq_t *it, snd_seq_event_t *event) {
  unsigned char bytes[4096];
  struct timespec now;
  if (!it->log || !(it->receivers & 1u << event->source.port)) return 0;
  if (event->dest.client != SND_SEQ_ADDRESS_SUBSCRIBERS || event->queue != SND_SEQ_QUEUE_DIRECT) return -EINVAL;
  clock_gettime(CLOCK_MONOTONIC, &now);
  long count = snd_midi_event_decode(it->encoder, bytes, sizeof bytes, event);
  fprintf(it->log, "%lld", (long long)now.tv_sec * 1000000000 + now.tv_nsec);
  for (long index = 0; index < count; index++) fprintf(it->log, " %02X", bytes[index]);
  fprintf(it->log, "\n");
  return 0;
}

int snd_seq_poll_descriptors_count(snd_seq_t *it, short events) { return (void)it, (void)events, 1; }
int snd_seq_poll_descriptors(snd_seq_t *it, struct pollfd *fds, unsigned space, short events) {
  if (space < 1) return 0;
  fds[0].fd = it->pipe;
  fds[0].events = events;
  fds[0].revents = 0;
  return 1;
}

static int announce(snd_seq_t *it, int type) {
  it->event.type = (uint8_t)type;
  it->event.data.addr.client = KEYBOARD;
  it->event.data.addr.port = 0;
  return it->is_watched;
}

/// Performs the line. Returns whether it makes an event.
static int perform(snd_seq_t *it) {
  memset(&it->event, 0, sizeof it->event);
  if (!strcmp(it->line, "plug")) return it->is_plugged = 1, announce(it, SND_SEQ_EVENT_PORT_START);
  if (!strcmp(it->line, "unplug")) {
    it->is_plugged = it->is_connected = 0;
    return announce(it, SND_SEQ_EVENT_PORT_EXIT);
  }
  unsigned char bytes[64];
  long count = 0;
  for (char *word = strtok(it->line, " "); word && count < 64; word = strtok(NULL, " "))
    bytes[count++] = (unsigned char)strtol(word, NULL, 16);
  it->event.source.client = KEYBOARD;
  return it->is_connected && snd_midi_event_encode(it->encoder, bytes, count, &it->event) > 0;
}

int snd_seq_event_input(snd_seq_t *it, snd_seq_event_t **event) {
  char letter;
  while (read(it->pipe, &letter, 1) == 1) {
    if (letter != '\n') {
      if (it->length + 1 < sizeof it->line) it->line[it->length++] = letter;
      continue;
    }
    it->line[it->length] = 0;
    it->length = 0;
    if (!perform(it)) continue;
    *event = &it->event;
    return 0;
  }
  return -EAGAIN;
}

int snd_seq_client_info_malloc(snd_seq_client_info_t **info) {
  return (*info = calloc(1, sizeof **info)) ? 0 : -ENOMEM;
}
void snd_seq_client_info_free(snd_seq_client_info_t *info) { free(info); }
void snd_seq_client_info_set_client(snd_seq_client_info_t *info, int client) { info->client = client; }
int snd_seq_client_info_get_client(const snd_seq_client_info_t *info) { return info->client; }
const char *snd_seq_client_info_get_name(snd_seq_client_info_t *info) {
  return info->client == SYNTH ? "Test Synth" : "Test Keyboard";
}
int snd_seq_query_next_client(snd_seq_t *it, snd_seq_client_info_t *info) {
  if (it->is_plugged && info->client < KEYBOARD) return info->client = KEYBOARD, 0;
  if (it->log && info->client < SYNTH) return info->client = SYNTH, 0;
  return -ENOENT;
}

int snd_seq_port_info_malloc(snd_seq_port_info_t **info) { return (*info = calloc(1, sizeof **info)) ? 0 : -ENOMEM; }
void snd_seq_port_info_free(snd_seq_port_info_t *info) { free(info); }
void snd_seq_port_info_set_client(snd_seq_port_info_t *info, int client) { info->client = client; }
void snd_seq_port_info_set_port(snd_seq_port_info_t *info, int port) { info->port = port; }
int snd_seq_port_info_get_port(const snd_seq_port_info_t *info) { return info->port; }
const char *snd_seq_port_info_get_name(const snd_seq_port_info_t *info) { return (void)info, "Keys"; }
unsigned snd_seq_port_info_get_capability(const snd_seq_port_info_t *info) {
  return info->client == SYNTH ? SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE
                               : SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ;
}
unsigned snd_seq_port_info_get_type(const snd_seq_port_info_t *info) {
  return (void)info, SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_HARDWARE;
}
int snd_seq_query_next_port(snd_seq_t *it, snd_seq_port_info_t *info) {
  int exists = info->client == KEYBOARD ? it->is_plugged : info->client == SYNTH && it->log;
  if (!exists || info->port >= 0) return -ENOENT;
  return info->port = 0, 0;
}
