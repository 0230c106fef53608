// The functions of the C library that Embedded Swift and the kernels call in WebAssembly, which has none.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }
int memcmp(const void *a, const void *b, size_t count) {
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < count; i++)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}
size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count++;
  return count;
}

// The allocator. Blocks have eight sizes per octave, so at most an eighth of a block is wasted. A freed block goes to the
// list of its size and is never merged with others. New blocks are taken from the end of the memory, which grows.
//
// In shared memory a lock protects the lists. Threads wait for it by polling. The audio thread neither allocates nor
// frees, so it never takes the lock.
enum { PAGE = 65536, HEADER = 16, SIZES = 8 * 32 };
typedef struct {
  uint32_t size_class;  // the size of the block
  void *block;          // the start of the block
} Header;
typedef struct Free {
  struct Free *next;
} Free;
static Free *lists[SIZES];
extern unsigned char __heap_base;
static uintptr_t end, limit;
static uint32_t allocations;
static int is_locked;

static void lock(void) {
  while (__atomic_exchange_n(&is_locked, 1, __ATOMIC_ACQUIRE)) {}
}
static void unlock(void) { __atomic_store_n(&is_locked, 0, __ATOMIC_RELEASE); }

// The number of allocations so far, so that a check can prove that rendering allocates nothing.
__attribute__((export_name("web_allocations"))) uint32_t web_allocations(void) { return allocations; }

static uint32_t class_of(size_t size) {
  if (size < 16) size = 16;
  uint32_t octave = 31 - (uint32_t)__builtin_clz((uint32_t)(size - 1));
  return octave * 8 + (uint32_t)((size - 1) >> (octave - 3) & 7);
}
static size_t size_of(uint32_t number) { return ((size_t)(number & 7) + 9) << (number / 8 - 3); }

// Takes a block of a size class from its list, or from the end of the memory; NULL if there is no memory. Sets `is_fresh`
// if it was never used, so that it contains zeros only.
static void *take(uint32_t number, int *is_fresh) {
  allocations++;
  Free *block = lists[number];
  if (block) {
    lists[number] = block->next;
    *is_fresh = 0;
    return block;
  }
  size_t whole = (size_of(number) + 15) & ~(size_t)15;
  if (!end) {
    end = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    limit = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  }
  if (whole > limit - end) {
    size_t pages = (whole - (limit - end) + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
    limit += pages * PAGE;
  }
  end += whole;
  *is_fresh = 1;
  return (void *)(end - whole);
}

static void *allocate(size_t alignment, size_t size, int *is_fresh) {
  if (alignment < HEADER) alignment = HEADER;
  size_t wanted = size + alignment + HEADER;
  if (wanted < size || wanted > 0xF0000000u) return NULL;
  uint32_t number = class_of(wanted);
  lock();
  void *block = take(number, is_fresh);
  unlock();
  if (!block) return NULL;
  uintptr_t start = ((uintptr_t)block + HEADER + alignment - 1) & ~(uintptr_t)(alignment - 1);
  *(Header *)(start - HEADER) = (Header){.size_class = number, .block = block};
  return (void *)start;
}
void *aligned_alloc(size_t alignment, size_t size) {
  int is_fresh;
  return allocate(alignment, size, &is_fresh);
}
// Swift's allocations, whose result nobody tests: without memory, the module stops.
int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = aligned_alloc(alignment, size);
  if (!*result) __builtin_trap();
  return 0;
}
// Memory for bytes that JavaScript writes, perhaps a large file; NULL if there is none.
__attribute__((export_name("web_allocate"))) void *web_allocate(size_t size) {
  return aligned_alloc(HEADER, size ? size : 1);
}
void *malloc(size_t size) { return aligned_alloc(HEADER, size); }
void *calloc(size_t number, size_t size) {
  if (size && number > SIZE_MAX / size) return NULL;
  int is_fresh;
  void *block = allocate(HEADER, number * size, &is_fresh);
  return block && !is_fresh ? memset(block, 0, number * size) : block;
}
void free(void *start) {
  if (!start) return;
  Header *header = (Header *)((uintptr_t)start - HEADER);
  Free *block = header->block;
  uint32_t number = header->size_class;
  lock();
  block->next = lists[number];
  lists[number] = block;
  unlock();
}

// The seed of hash tables. It is constant; no result depends on it.
void arc4random_buf(void *to, size_t count) { memset(to, 0x55, count); }
int putchar(int character) { return character; }

// The stack protector. WebAssembly keeps return addresses outside the memory, so nothing calls it.
uintptr_t __stack_chk_guard = 0xA5C3E1F7;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

// Rounds to the nearest integer, halves away from zero.
double round(double x) {
  double whole = __builtin_trunc(x);
  return __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1.0, x) : whole;
}
