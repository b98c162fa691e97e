/** Flags of Node. Loading the program leaves much garbage; with Node's own bound on young objects 80 MB of it would stay resident. */
export const MEMORY_FLAGS = ['--max-semi-space-size=8']

/**
 * For glibc; other systems have no such variables. It gives each thread a heap of its own, up to eight for a core, and the parts that pictures
 * and compression leave free in one are of no use to the next thread: a hub has twenty threads. And it takes ever larger pieces, up to 32 MB, from
 * those heaps once one was given back, which leaves holes there: by a bound of one's own, what is large stays apart and goes back whole.
 */
export const MEMORY_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: `${256 * 1024}` }
