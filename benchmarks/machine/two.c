/* What two threads or processes of one machine get: loops for one of them, and handing data over. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LARGE = 16 << 20, ROUNDS = 300, MOST_SLOTS = 16 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

/* Sweeps over an array for two seconds; prints how many a second. */
static void sweeps(long count) {
    float *a = malloc(4 * count), *b = malloc(4 * count);
    for (long i = 0; i < count; i++) {
        a[i] = b[i] = i;
    }
    double start = now();
    long n = 0;
    for (; now() - start < 2; n++) {
        for (long i = 1; i < count - 1; i++) {
            b[i] = 0.3f * (a[i - 1] + a[i] + a[i + 1]);
        }
        float *other = a;
        a = b;
        b = other;
    }
    printf("%f\n", n / (now() - start));
}

static char *host, *window, *memory;
static long total, piece, slots;
static _Atomic long put, taken;
static _Atomic int stop;

/* The other side: copies out what has been put into the window. */
static void *card(void *unused) {
    for (long done = 0; !stop;) {
        if (put > done) {
            memcpy(memory + done * piece % total, window + done % slots * piece, piece);
            taken = ++done;
        }
    }
    return unused;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *) a, y = *(const double *) b;
    return x < y ? -1 : x > y;
}

static void hand_over(long bytes, long part, long ring) {
    double times[ROUNDS];
    long n = 0;
    pthread_t thread;
    total = bytes;
    piece = part;
    slots = ring;
    put = taken = stop = 0;
    pthread_create(&thread, NULL, card, NULL);
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (long at = 0; at < bytes; at += part) {
            while (n - taken >= ring) {
            }
            memcpy(window + n % ring * part, host + at, part);
            put = ++n;
        }
        while (taken < n) {
        }
        times[round] = 1e6 * (now() - start);
    }
    stop = 1;
    pthread_join(thread, NULL);
    qsort(times, ROUNDS, sizeof times[0], compare);
    printf("%ld KiB in pieces of %ld KiB through %ld slots: %.1f us\n", bytes >> 10, part >> 10,
           ring, times[ROUNDS / 2]);
}

int main(int count, char **words) {
    if (count > 1 && !strcmp(words[1], "cache")) {
        sweeps(2048);
    } else if (count > 1 && !strcmp(words[1], "memory")) {
        sweeps(LARGE);
    } else {
        host = calloc(1, LARGE);
        window = calloc(1, LARGE);
        memory = calloc(1, LARGE);
        for (long bytes = 256 << 10; bytes <= 1 << 20; bytes *= 4) {
            for (long ring = 1; ring <= MOST_SLOTS; ring *= 4) {
                hand_over(bytes, 128 << 10, ring);
                hand_over(bytes, 256 << 10, ring);
            }
        }
    }
    return 0;
}
