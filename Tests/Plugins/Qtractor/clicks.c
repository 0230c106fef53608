// clicks PORT FRAME: starts JACK's transport from 0, lets it go on until it has reached a frame, and prints at which of
// its frames a port has samples that are not silent; at most for a minute. What is used of JACK is declared here, so that its headers need not be installed.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct jack_client jack_client_t;
typedef struct jack_port jack_port_t;
extern jack_client_t *jack_client_open(const char *, int, int *, ...);
extern int jack_client_close(jack_client_t *);
extern int jack_activate(jack_client_t *);
extern int jack_set_process_callback(jack_client_t *, int (*)(uint32_t, void *), void *);
extern jack_port_t *jack_port_register(jack_client_t *, const char *, const char *, unsigned long, unsigned long);
extern void *jack_port_get_buffer(jack_port_t *, uint32_t);
extern const char *jack_port_name(const jack_port_t *);
extern int jack_connect(jack_client_t *, const char *, const char *);
extern int jack_transport_query(jack_client_t *, void *position);
extern int jack_transport_locate(jack_client_t *, uint32_t);
extern void jack_transport_start(jack_client_t *);
extern void jack_transport_stop(jack_client_t *);

enum { most = 65536, frame_place = 20, rolling = 1, is_input = 1, no_server = 1 };

static jack_client_t *client;
static jack_port_t *port;
static uint32_t frames[most];
static volatile int count;
static volatile uint32_t reached;

static int process(uint32_t length, void *unused) {
  unsigned char position[1024];
  uint32_t first;
  const float *samples = jack_port_get_buffer(port, length);
  if (!samples || jack_transport_query(client, position) != rolling) return 0;
  memcpy(&first, position + frame_place, sizeof first);
  reached = first;
  for (uint32_t i = 0; i < length; i++)
    if (fabsf(samples[i]) > 1e-4f && count < most) frames[count++] = first + i;
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 3 || !(client = jack_client_open("clicks", no_server, NULL))) return 2;
  port = jack_port_register(client, "in", "32 bit float mono audio", is_input, 0);
  jack_set_process_callback(client, process, NULL);
  if (jack_activate(client) || jack_connect(client, argv[1], jack_port_name(port))) return 3;
  jack_transport_locate(client, 0);
  usleep(500000);
  jack_transport_start(client);
  for (int i = 0; i < 600 && reached < (uint32_t)atol(argv[2]); i++) usleep(100000);
  jack_transport_stop(client);
  usleep(200000);
  for (int i = 0; i < count; i++) printf("%u\n", frames[i]);
  jack_client_close(client);
  return 0;
}
