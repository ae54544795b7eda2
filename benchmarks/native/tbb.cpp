// The workloads on oneTBB: tbb WORKLOAD WORKERS [small]
#include "workloads.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <vector>

static tbb::task_arena *arena;

static long fib(int n) {
  if (n < 2) {
    return n;
  }
  long left, right;
  tbb::task_group group;
  group.run([&] { left = fib(n - 1); });
  right = fib(n - 2);
  group.wait();
  return left + right;
}

static void run_fib() {
  long found = 0;
  arena->execute([&] { found = fib(size_of(30, 15)); });
  require("fib", size_of(832040, 610), found);
}

static void run_flat() {
  arena->execute([] {
    tbb::task_group group;
    for (long i = 0; i < cells; i++) {
      group.run([i] { counts[i]++; });
    }
    group.wait();
  });
}

static int tile;

static void run_loop() {
  arena->execute([] {
    tbb::parallel_for(
        tbb::blocked_range<long>(0, cells, (size_t)tile),
        [](const tbb::blocked_range<long> &part) {
          for (long i = part.begin(); i < part.end(); i++) {
            counts[i]++;
          }
        },
        tbb::simple_partitioner());
  });
}

static long walk(const node &here) {
  int below = children(&here);
  long sum = weight(&here);
  if (below > 0) {
    std::vector<long> sums((size_t)below);
    tbb::task_group group;
    for (int i = 0; i < below; i++) {
      group.run([&sums, next = child(&here, i), i] { sums[(size_t)i] = walk(next); });
    }
    group.wait();
    for (long part : sums) {
      sum += part;
    }
  }
  return sum;
}

static void run_tree() {
  long found = 0;
  arena->execute([&] { found = walk(root_of_tree()); });
  require("weight of the tree", weight_of_tree(), found);
}

int main(int count, char **arguments) {
  const char *name = count > 2 ? arguments[1] : "";
  int workers = count > 2 ? atoi(arguments[2]) : 1;
  small = count > 3;
  tbb::global_control limit(tbb::global_control::max_allowed_parallelism, (size_t)workers);
  tbb::task_arena own(workers);
  arena = &own;
  if (!strcmp(name, "fib")) {
    measure(run_fib);
  } else if (!strcmp(name, "flat")) {
    make_cells(size_of(1000000, 2000), 1);
    measure(run_flat);
  } else if (!strcmp(name, "forasync-32") || !strcmp(name, "forasync-1024")) {
    tile = atoi(name + 9);
    make_cells(size_of(10000000, 10000), 1);
    measure(run_loop);
  } else if (!strcmp(name, "nqueens") || !strcmp(name, "tree-search")) {
    queens = !strcmp(name, "nqueens");
    measure(run_tree);
  } else {
    return 64;
  }
  return 0;
}
