// The parts of the filter kernel that need no vectors. Private to this target.
#ifndef CTACTUSKERNELS_FILTERS_H
#define CTACTUSKERNELS_FILTERS_H

// The changes of a block, listed by frame. A frame has at most one change for each lane, so the order of its changes does
// not matter.
enum { MOST_CHANGES = 16 * MOST_FRAMES, FRAME_WORDS = MOST_FRAMES / 64 };
typedef struct {
  const TactusFilterChange *changes;
  // One bit for each frame that has changes.
  uint64_t frames[FRAME_WORDS];
  // For each of these frames, the number of one of its changes; for each change, the number of the next one at the same
  // frame, or -1.
  int16_t first[MOST_FRAMES], next[MOST_CHANGES];
} FilterChanges;

LOCAL void list_changes(FilterChanges *list, const TactusFilterChange *changes, int number) {
  list->changes = changes;
  memset(list->frames, 0, sizeof list->frames);
  for (int i = 0; i < number; i++) {
    int frame = changes[i].frame;
    uint64_t *word = list->frames + frame / 64, bit = 1ull << frame % 64;
    list->next[i] = *word & bit ? list->first[frame] : -1;
    list->first[frame] = (int16_t)i;
    *word |= bit;
  }
}

// Returns the first frame from `frame` on that has changes, but at most `end`.
LOCAL int next_change(const FilterChanges *list, int frame, int end) {
  for (int word = frame / 64; word * 64 < end; word++, frame = word * 64) {
    uint64_t rest = list->frames[word] >> frame % 64;
    if (rest == 0) continue;
    int found = frame + __builtin_ctzll(rest);
    return found < end ? found : end;
  }
  return end;
}

// Applies the changes of a frame, and returns the next frame that has changes, but at most `end`.
LOCAL int apply_changes(TactusFilters *const *groups, const FilterChanges *list, int frame, int end) {
  if (next_change(list, frame, end) == frame)
    for (int i = list->first[frame]; i >= 0; i = list->next[i]) {
      const TactusFilterChange *new = list->changes + i;
      TactusFilters *filters = groups[new->lane / 8];
      int lane = new->lane % 8;
      filters->b[lane] = new->b;
      filters->b_step[lane] = new->b_step;
      filters->c[lane] = new->c;
      filters->c_step[lane] = new->c_step;
      filters->h[lane] = new->h;
      filters->h_step[lane] = new->h_step;
      filters->gain[lane] = new->gain;
      filters->gain_step[lane] = new->gain_step;
      filters->through[lane] = new->through;
    }
  return next_change(list, frame + 1, end);
}

// Whether b, c or h ramps in any lane, and whether a gain does.
typedef struct {
  bool coefficients, gains;
} FilterRamps;

// Whether one of eight steps is not zero.
LOCAL bool moves(const float steps[8]) {
  uint64_t pairs[4];
  memcpy(pairs, steps, sizeof pairs);
  return ((pairs[0] | pairs[1] | pairs[2] | pairs[3]) & 0x7fffffff7fffffff) != 0;
}

LOCAL FilterRamps find_ramps(TactusFilters *const *groups, int count) {
  FilterRamps found = {false, false};
  for (int i = 0; i < count; i++) {
    found.coefficients |= moves(groups[i]->b_step) | moves(groups[i]->c_step) | moves(groups[i]->h_step);
    found.gains |= moves(groups[i]->gain_step);
  }
  return found;
}

// One bit for each lane whose filter is in the signal path.
LOCAL uint32_t lanes_in_path(TactusFilters *const *groups, int count) {
  uint32_t bits = 0;
  for (int i = 0; i < 8 * count; i++) bits |= (groups[i / 8]->through[i % 8] & 1) << i;
  return bits;
}

#endif
