/* Forks while other threads make and free handles. Each child makes a handle, frees it, and ends within two minutes:
   fork */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/wait.h>
#include <tactus.h>
#include <unistd.h>

enum { THREADS = 4, FORKS = 200 };

static atomic_int is_over;

/* A Standard MIDI File whose only event is its end. */
static const unsigned char song_bytes[] = "MThd\0\0\0\6\0\0\0\1\0\140MTrk\0\0\0\4\0\377\57";

static int make_and_free(void) {
  tactus_song *song = tactus_song_open_bytes(song_bytes, sizeof song_bytes);
  tactus_song_free(song);
  return song != NULL;
}

static void *hammer(void *context) {
  while (!atomic_load(&is_over)) {
    make_and_free();
    for (int i = 0; i < 100; i++) tactus_song_free((tactus_song *)0x12345671); /* not a handle */
  }
  return context;
}

int main(void) {
  if (!make_and_free()) {
    printf("fork: %s\n", tactus_error());
    return 1;
  }
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, hammer, NULL);
  int failures = 0;
  for (int i = 0; i < FORKS && failures == 0; i++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(120); /* ends a child that waits for a lock */
      _exit(make_and_free() ? 0 : 1);
    }
    int status = 1;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) failures++;
  }
  atomic_store(&is_over, 1);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("fork: %d children, %d failed\n", FORKS, failures);
  return failures > 0;
}
