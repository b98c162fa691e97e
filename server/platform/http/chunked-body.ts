import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { minute } from '#platform/clock.ts'

import type { StreamBody } from './send-response.ts'

/** A client that reads nothing for this long is disconnected. */
const stallMax = minute

/** A body of chunks that are computed as fast as the client reads them: one chunk is in memory. */
export function chunkedBody(chunks: AsyncIterable<unknown>): StreamBody {
  return {
    async open() {
      const iterator = chunks[Symbol.asyncIterator]()
      const first = await iterator.next()
      return {
        async send(response) {
          response.setTimeout(stallMax, () => response.destroy())
          // Readable reads sixteen objects ahead by default.
          const stream = Readable.from(resume(first, iterator), { highWaterMark: 1 })
          await pipeline(stream, response).catch((error: unknown) => {
            if (!response.destroyed || !isDisconnect(error)) throw error
          })
        },
        close: async () => void (await iterator.return?.()),
      }
    },
  }
}

async function* resume(first: IteratorResult<unknown>, rest: AsyncIterator<unknown>): AsyncGenerator {
  for (let chunk = first; !chunk.done; chunk = await rest.next()) yield chunk.value
}

function isDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
