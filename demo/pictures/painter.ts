import { fork } from 'node:child_process'

import type { LogoOrder, PictureOrder } from './order.ts'

export type Painter = {
  paint(order: PictureOrder | LogoOrder): Promise<Buffer<ArrayBuffer>>
  close(): void
}

export type Painted = { id: number; bytes: Buffer<ArrayBuffer> } | { id: number; problem: string }

/**
 * A process that draws. The hub has forbidden its own image library to read SVG, as it should; and while one
 * picture is drawn there, another is encoded here.
 */
export function openPainter(): Painter {
  const studio = fork(new URL('studio.ts', import.meta.url), { serialization: 'advanced' })
  const waiting = new Map<number, PromiseWithResolvers<Buffer<ArrayBuffer>>>()
  let lastId = 0
  studio.on('message', (painted: Painted) => {
    const order = waiting.get(painted.id)
    waiting.delete(painted.id)
    if ('bytes' in painted) order?.resolve(painted.bytes)
    else order?.reject(new Error(painted.problem))
  })
  studio.on('exit', () => {
    for (const order of waiting.values()) order.reject(new Error('The painter has gone'))
    waiting.clear()
  })

  return {
    paint(order) {
      const id = ++lastId
      const answer = Promise.withResolvers<Buffer<ArrayBuffer>>()
      waiting.set(id, answer)
      studio.send({ id, order })
      return answer.promise
    },
    close() {
      studio.kill()
    },
  }
}
