/* The workloads of benchmarks/, with the same sizes and results, for programs of native peers. */
#ifndef WORKLOADS_H
#define WORKLOADS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Cells of action graphs lie a cache line apart. */
enum { SPACING = 16, RUNS = 64 };

static int small;

static inline int size_of(int large, int little) { return small ? little : large; }

static inline void require(const char *what, long expected, long found) {
  if (expected != found) {
    fprintf(stderr, "%s: expected %ld, found %ld\n", what, expected, found);
    exit(1);
  }
}

static inline double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Runs a program until it has run long enough, and prints the median nanoseconds of a run. */
static inline void measure(void (*once)(void)) {
  double times[RUNS];
  int runs = 0;
  double warm = seconds() + size_of(1, 0), end = warm + size_of(1, 0);
  do {
    once();
  } while (seconds() < warm);
  do {
    double start = seconds();
    once();
    times[runs++] = seconds() - start;
  } while (runs < RUNS && (runs < 3 || seconds() < end));
  qsort(times, (size_t)runs, sizeof *times, ascending);
  printf("%.1f\n", times[runs / 2] * 1e9);
}

/* A node of the tree: queens on the upper rows of a board, or a node like those of UTS. */
typedef struct {
  uint64_t state;
  int levels, row, columns, falling, rising;
} node;

static int queens;
static uint64_t more[100];

static inline uint64_t mixed(uint64_t value) {
  uint64_t z = value + 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

static inline node root_of_tree(void) {
  node root = {0, 0, 0, 0, 0, 0};
  double chance = 1;
  for (int i = 0; i < 100; i++) {
    chance *= 4.0 / 5.0;
    more[i] = (uint64_t)(chance * 9223372036854775807.0);
  }
  root.state = mixed(19);
  root.levels = queens ? size_of(11, 6) : size_of(10, 5);
  return root;
}

static inline long weight_of_tree(void) {
  return queens ? size_of(2680, 4) : size_of(1030596, 984);
}

static inline long weight(const node *n) { return queens ? n->row == n->levels : 1; }

static inline int open_columns(const node *n) {
  return ~(n->columns | n->falling | n->rising) & ((1 << n->levels) - 1);
}

static inline int children(const node *n) {
  if (queens) {
    return n->row == n->levels ? 0 : __builtin_popcount((unsigned)open_columns(n));
  }
  int count = 0;
  while (n->levels > 0 && count < 100 && n->state >> 1 < more[count]) {
    count++;
  }
  return count;
}

static inline node child(const node *n, int index) {
  node below = *n;
  if (queens) {
    int open = open_columns(n);
    for (int i = 0; i < index; i++) {
      open &= open - 1;
    }
    int queen = open & -open;
    below.row++;
    below.columns |= queen;
    below.falling = (n->falling | queen) << 1;
    below.rising = (n->rising | queen) >> 1;
  } else {
    below.state = mixed(n->state + (uint64_t)index);
    below.levels--;
  }
  return below;
}

/* What counts: cells that tasks or actions add one to. */
static int *counts;
static long cells;

static inline void make_cells(long number, int spacing) {
  cells = number;
  counts = (int *)calloc((size_t)(number * spacing), sizeof *counts);
}

/* Calls use(read, read, written) for each action of a graph; a cell that is not read is -1. */
typedef void (*action)(long first, long second, long written);

static inline void independent(action use) {
  for (long i = 0; i < cells; i++) {
    use(-1, -1, i);
  }
}

static inline void chain(action use) {
  for (long i = 0; i < size_of(100000, 1000); i++) {
    use(-1, -1, 0);
  }
}

static int tiles;

static inline void cholesky(action use) {
  for (long k = 0; k < tiles; k++) {
    use(-1, -1, k * tiles + k);
    for (long i = k + 1; i < tiles; i++) {
      use(k * tiles + k, -1, i * tiles + k);
    }
    for (long i = k + 1; i < tiles; i++) {
      use(i * tiles + k, -1, i * tiles + i);
      for (long j = k + 1; j < i; j++) {
        use(i * tiles + k, j * tiles + k, i * tiles + j);
      }
    }
  }
}

static void (*graph)(action);
static long expected_total;

static inline void count_expected(long first, long second, long written) {
  (void)first, (void)second, (void)written;
  expected_total++;
}

/* Makes the cells of a graph; 0 if there is no such graph. */
static inline int prepare_graph(const char *name) {
  if (!strcmp(name, "independent")) {
    make_cells(size_of(100000, 1000), SPACING);
    graph = independent;
  } else if (!strcmp(name, "chain")) {
    make_cells(1, SPACING);
    graph = chain;
  } else if (!strncmp(name, "cholesky-", 9)) {
    tiles = size_of(atoi(name + 9), atoi(name + 9) / 10 + 2);
    make_cells((long)tiles * tiles, SPACING);
    graph = cholesky;
  } else {
    return 0;
  }
  graph(count_expected);
  return 1;
}

/* Every action of a run has added one somewhere; takes it back. */
static inline void check_graph(void) {
  long total = 0;
  for (long i = 0; i < cells; i++) {
    total += counts[i * SPACING];
    counts[i * SPACING] = 0;
  }
  require("actions", expected_total, total);
}

#endif
