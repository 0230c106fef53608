/* Songs in memory for the programs of this folder: MIDI files of one track, with 480 ticks per quarter note. */
#ifndef SONG_H
#define SONG_H

#include <stddef.h>
#include <string.h>

enum { TICKS = 480, SONG_SIZE = 4096 };

typedef struct {
  unsigned char bytes[SONG_SIZE];
  size_t length;
} song_t;

static inline void song_byte(song_t *song, int value) {
  if (song->length < SONG_SIZE) song->bytes[song->length++] = (unsigned char)value;
}

/* The time from the event before, below 2 ** 14 ticks. */
static inline void song_time(song_t *song, int ticks) {
  if (ticks > 127) song_byte(song, ticks >> 7 | 0x80);
  song_byte(song, ticks & 127);
}

static inline void song_event(song_t *song, int ticks, int status, int first, int second) {
  song_time(song, ticks);
  song_byte(song, status);
  song_byte(song, first);
  if (status >> 4 != 0xC && status >> 4 != 0xD) song_byte(song, second);
}

/* A note with the next event right after it. */
static inline void song_note(song_t *song, int channel, int key, int ticks) {
  song_event(song, 0, 0x90 | channel, key, 110);
  song_event(song, ticks, 0x80 | channel, key, 0);
}

/* Starts a song with a tempo in microseconds per quarter note. */
static inline void song_begin(song_t *song, int tempo) {
  static const unsigned char head[] = {'M', 'T', 'h', 'd', 0, 0, 0, 6, 0, 0, 0, 1, TICKS >> 8, TICKS & 255,
                                       'M', 'T', 'r', 'k', 0, 0, 0, 0, 0, 0xFF, 0x51, 3};
  memcpy(song->bytes, head, sizeof head);
  song->length = sizeof head;
  for (int shift = 16; shift >= 0; shift -= 8) song_byte(song, tempo >> shift & 255);
}

/* Ends the song some ticks after its last event. */
static inline void song_end(song_t *song, int ticks) {
  song_time(song, ticks);
  song_byte(song, 0xFF);
  song_byte(song, 0x2F);
  song_byte(song, 0);
  size_t length = song->length - 22;
  song->bytes[20] = (unsigned char)(length >> 8);
  song->bytes[21] = (unsigned char)length;
}

#endif
