// What Embedded Swift asks of its surroundings beyond Debian's wasi-libc.
typedef __SIZE_TYPE__ size_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;

#define HOST(name) __attribute__((import_module("env"), import_name(name)))

HOST("random_fill") void host_random(void *memory, size_t count);

void arc4random_buf(void *memory, size_t count) { host_random(memory, count); }

// Messages of the runtime have nowhere to go.
int putchar(int character) { return character; }

// The standard library compares strings in Unicode's normal form NFC. These functions stand in for
// its tables of 15 kB (compressed); JavaScript has the same ones.

HOST("normal_data") int host_normal_data(uint32_t scalar);
HOST("composition") int host_composition(uint32_t first, uint32_t second);
HOST("decomposition") int host_decomposition(uint32_t scalar, uint8_t *text, int limit);

// The length and the UTF-8 of the decomposition that was asked for last, which is read at once.
static uint8_t decomposition[256];
const uint8_t *const _swift_stdlib_nfd_decompositions = decomposition;

// The combining class, and whether the scalar is not, or perhaps not, in the form NFC and NFD.
uint16_t _swift_stdlib_getNormData(uint32_t scalar) {
    return scalar < 0xc0 ? 0 : (uint16_t)host_normal_data(scalar);
}

// The scalar if it has a decomposition, which is at the index 0; otherwise another scalar.
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) {
    int count = host_decomposition(scalar, decomposition + 1, sizeof decomposition - 1);
    if (count <= 0) return 0;
    decomposition[0] = (uint8_t)count;
    return scalar;
}

uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) {
    return (uint32_t)host_composition(first, second);
}
