/** Flags of Node. With the default size of the young generation 80 MB of garbage from the start would stay resident. */
export const MEMORY_FLAGS = ['--max-semi-space-size=8']

/**
 * Settings of glibc malloc, ignored on other systems. By default each thread has its own arena (up to eight per core), and memory that image
 * encoding and compression free in one arena is not used by other threads; the app has twenty threads. The fixed mmap threshold keeps large
 * allocations out of the arenas, so that they are returned to the system when freed.
 */
export const MEMORY_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: `${256 * 1024}` }
