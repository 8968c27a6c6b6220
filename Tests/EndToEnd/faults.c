// Faults of a machine, for a program that is started with this in LD_PRELOAD: a full disk, a slow
// disk, a clock that jumps. The current faults are in the file named by TAKT_FAULTS, written by
// faults.py: three little-endian 64-bit numbers and a text.
//
//   cc -shared -fPIC -O1 -o faults.so faults.c -ldl
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct state {
    int64_t is_full;       // files below TAKT_FAULTS_FOLDER cannot grow
    int64_t sync_ms;       // each way to the disk takes so long
    int64_t clock_seconds; // the clock is ahead by so much
    char full[232];        // only files whose path below the folder begins so cannot grow
};

static const struct state none;
static const volatile struct state *state = &none;
static const char *folder = "";

#define REAL(name) static __typeof__(name) *real; if (!real) real = dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("TAKT_FAULTS");
    folder = getenv("TAKT_FAULTS_FOLDER") ?: "";
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *memory = mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) state = memory;
    close(file);
}

static int refuses(int file) {
    if (!state->is_full || !*folder) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t count = readlink(link, path, sizeof path - 1);
    if (count < 0) return 0;
    path[count] = 0;
    size_t length = strlen(folder);
    if (strncmp(path, folder, length)) return 0;
    const char *below = path + length + (path[length] == '/');
    for (int i = 0; i < (int)sizeof state->full && state->full[i]; i++)
        if (below[i] != state->full[i]) return 0;
    errno = ENOSPC;
    return 1;
}

static void wait_for_disk(void) {
    if (state->sync_ms) usleep((useconds_t)state->sync_ms * 1000);
}

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(write);
    return refuses(file) ? -1 : real(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    REAL(pwrite);
    return refuses(file) ? -1 : real(file, bytes, count, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
    REAL(pwrite64);
    return refuses(file) ? -1 : real(file, bytes, count, at);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    REAL(writev);
    return refuses(file) ? -1 : real(file, parts, count);
}

int fsync(int file) {
    REAL(fsync);
    wait_for_disk();
    return refuses(file) ? -1 : real(file);
}

int fdatasync(int file) {
    REAL(fdatasync);
    wait_for_disk();
    return refuses(file) ? -1 : real(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    REAL(clock_gettime);
    int result = real(clock, time);
    if (!result && clock == CLOCK_REALTIME) time->tv_sec += state->clock_seconds;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    REAL(gettimeofday);
    int result = real(now, zone);
    if (!result) now->tv_sec += state->clock_seconds;
    return result;
}

time_t time(time_t *where) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where) *where = now.tv_sec;
    return now.tv_sec;
}
