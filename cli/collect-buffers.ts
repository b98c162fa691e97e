import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const collectEvery = 1024 ** 2
let uncollected = 0
let collect: ((options: { type: 'minor' }) => void) | undefined

/**
 * Streams and zlib have new buffers for all bytes. V8 sees only their small objects, and frees 64 MB of them in each
 * thread at the earliest: that would be most of the memory of this program. A collection takes half a millisecond.
 */
export function collectBuffers(size: number): void {
  uncollected += size
  if (uncollected < collectEvery) return
  uncollected = 0
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc')
  }
  collect?.({ type: 'minor' })
}
