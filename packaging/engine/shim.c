// What Embedded Swift asks of its surroundings beyond Debian's wasi-libc.
typedef __SIZE_TYPE__ size_t;

__attribute__((import_module("env"), import_name("random_fill"))) void
host_random(void *memory, size_t count);

void arc4random_buf(void *memory, size_t count) { host_random(memory, count); }

// Messages of the runtime have nowhere to go.
int putchar(int character) { return character; }
