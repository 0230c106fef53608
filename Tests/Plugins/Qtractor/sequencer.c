// Stands in for the kernel's ALSA sequencer where there is none, so that qtractor starts its engines: a queue that
// counts ticks by the machine's clock, ports that nobody is connected to, and events that go nowhere. Preloaded.
#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  int poll;
  int ports;
  int runs;
  double start;   // seconds
  double before;  // ticks at the start
  double ticks_per_second;
} stand_in;

static stand_in *of(snd_seq_t *handle) { return (stand_in *)handle; }

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double ticks(const stand_in *it) {
  return it->runs ? it->before + (seconds() - it->start) * it->ticks_per_second : it->before;
}

static void anchor(stand_in *it, double at) {
  it->before = at;
  it->start = seconds();
}

int snd_seq_open(snd_seq_t **handle, const char *name, int streams, int mode) {
  stand_in *it = calloc(1, sizeof *it);
  if (!it) return -ENOMEM;
  it->poll = eventfd(0, EFD_NONBLOCK);
  it->ticks_per_second = 192;
  *handle = (snd_seq_t *)it;
  return 0;
}

int snd_seq_close(snd_seq_t *handle) {
  close(of(handle)->poll);
  free(handle);
  return 0;
}

int snd_seq_client_id(snd_seq_t *handle) { return 129; }
int snd_seq_create_simple_port(snd_seq_t *handle, const char *name, unsigned caps, unsigned type) {
  return of(handle)->ports++;
}

// The queue.
static unsigned tempo = 500000;
static int resolution = 96;
static __thread unsigned status_ticks;

int snd_seq_control_queue(snd_seq_t *handle, int queue, int type, int value, snd_seq_event_t *event) {
  stand_in *it = of(handle);
  switch (type) {
    case SND_SEQ_EVENT_START: anchor(it, 0); it->runs = 1; break;
    case SND_SEQ_EVENT_STOP: anchor(it, ticks(it)); it->runs = 0; break;
    case SND_SEQ_EVENT_CONTINUE: anchor(it, it->before); it->runs = 1; break;
    default: break;
  }
  return 0;
}
void snd_seq_queue_tempo_set_tempo(snd_seq_queue_tempo_t *settings, unsigned microseconds) { tempo = microseconds; }
void snd_seq_queue_tempo_set_ppq(snd_seq_queue_tempo_t *settings, int ppq) { resolution = ppq; }
int snd_seq_set_queue_tempo(snd_seq_t *handle, int queue, snd_seq_queue_tempo_t *settings) {
  anchor(of(handle), ticks(of(handle)));
  of(handle)->ticks_per_second = 1e6 / tempo * resolution;
  return 0;
}
int snd_seq_get_queue_status(snd_seq_t *handle, int queue, snd_seq_queue_status_t *status) {
  status_ticks = (unsigned)ticks(of(handle));
  return 0;
}
snd_seq_tick_time_t snd_seq_queue_status_get_tick_time(const snd_seq_queue_status_t *status) { return status_ticks; }
unsigned snd_seq_queue_tempo_get_skew(const snd_seq_queue_tempo_t *settings) { return 0x10000; }
unsigned snd_seq_queue_tempo_get_skew_base(const snd_seq_queue_tempo_t *settings) { return 0x10000; }

// Waiting: there is nothing to wait for.
int snd_seq_poll_descriptors_count(snd_seq_t *handle, short events) { return 1; }
int snd_seq_poll_descriptors(snd_seq_t *handle, struct pollfd *list, unsigned space, short events) {
  if (space < 1) return 0;
  list[0] = (struct pollfd){.fd = of(handle)->poll, .events = POLLIN};
  return 1;
}
int snd_seq_event_input(snd_seq_t *handle, snd_seq_event_t **event) { return -EAGAIN; }

// What is done, and does nothing.
#define DOES_NOTHING(name, ...) \
  int name(__VA_ARGS__) { return 0; }
DOES_NOTHING(snd_seq_set_client_name, snd_seq_t *a, const char *b)
DOES_NOTHING(snd_seq_delete_simple_port, snd_seq_t *a, int b)
DOES_NOTHING(snd_seq_alloc_queue, snd_seq_t *a)
DOES_NOTHING(snd_seq_free_queue, snd_seq_t *a, int b)
DOES_NOTHING(snd_seq_drain_output, snd_seq_t *a)
DOES_NOTHING(snd_seq_drop_output, snd_seq_t *a)
DOES_NOTHING(snd_seq_drop_input, snd_seq_t *a)
DOES_NOTHING(snd_seq_event_output, snd_seq_t *a, snd_seq_event_t *b)
DOES_NOTHING(snd_seq_event_output_direct, snd_seq_t *a, snd_seq_event_t *b)
DOES_NOTHING(snd_seq_event_input_pending, snd_seq_t *a, int b)
DOES_NOTHING(snd_seq_free_event, snd_seq_event_t *a)
DOES_NOTHING(snd_seq_get_port_info, snd_seq_t *a, int b, snd_seq_port_info_t *c)
DOES_NOTHING(snd_seq_set_port_info, snd_seq_t *a, int b, snd_seq_port_info_t *c)
DOES_NOTHING(snd_seq_get_queue_tempo, snd_seq_t *a, int b, snd_seq_queue_tempo_t *c)
DOES_NOTHING(snd_seq_set_queue_timer, snd_seq_t *a, int b, snd_seq_queue_timer_t *c)
DOES_NOTHING(snd_seq_remove_events, snd_seq_t *a, snd_seq_remove_events_t *b)
DOES_NOTHING(snd_seq_subscribe_port, snd_seq_t *a, snd_seq_port_subscribe_t *b)
DOES_NOTHING(snd_seq_unsubscribe_port, snd_seq_t *a, snd_seq_port_subscribe_t *b)
void snd_seq_queue_tempo_set_skew(snd_seq_queue_tempo_t *settings, unsigned skew) {}

// Whom there is not.
#define FINDS_NOBODY(name, ...) \
  int name(__VA_ARGS__) { return -ENOENT; }
FINDS_NOBODY(snd_seq_get_any_client_info, snd_seq_t *a, int b, snd_seq_client_info_t *c)
FINDS_NOBODY(snd_seq_get_any_port_info, snd_seq_t *a, int b, int c, snd_seq_port_info_t *d)
FINDS_NOBODY(snd_seq_query_next_client, snd_seq_t *a, snd_seq_client_info_t *b)
FINDS_NOBODY(snd_seq_query_next_port, snd_seq_t *a, snd_seq_port_info_t *b)
FINDS_NOBODY(snd_seq_query_port_subscribers, snd_seq_t *a, snd_seq_query_subscribe_t *b)
