import type { ResponseCache } from '#platform/cache/response-cache.ts'
import { changesChannel, broadcastOnCommit, type Db } from '#platform/database/database.ts'

import type { Nodes } from './nodes.ts'

const ackChannel = 'scripthaven_seen'

/** Milliseconds that a write waits for the acknowledgements of other nodes. */
const ackTimeout = 1_000

/** Prefix of the message id among the tags of a payload. */
const idPrefix = '@'

/** An invalidation that was sent, and the nodes that did not acknowledge it yet. */
type Pending = { missingAcks: Set<string>; done: PromiseWithResolvers<void> }

/**
 * Acknowledged broadcast of cache invalidations: a write responds only after every live node has dropped the cached
 * responses that show the change, so the client sees it on every node. A node without peers does not wait. `refresh`
 * reads again what a node has in memory under one of the tags.
 */
export async function broadcastInvalidations(
  db: Db,
  cache: ResponseCache,
  nodes: Nodes,
  refresh: (tags: readonly string[]) => Promise<void> | undefined,
): Promise<void> {
  const pending = new Map<string, Pending>()
  let count = 0
  let unsentAcks: string[] = []

  /** Values in memory change before the responses that show them are dropped. */
  async function apply(tags: readonly string[]) {
    const refreshing = refresh(tags)
    if (refreshing) await refreshing
    cache.invalidateTags(tags)
  }

  broadcastOnCommit(db, () => {
    const missingAcks = new Set(nodes.peers())
    if (missingAcks.size === 0) return { onCommit: apply, onRollback: () => undefined }
    const messageId = `${idPrefix}${nodes.self}#${++count}`
    const done = Promise.withResolvers<void>()
    // Added before the commit: an acknowledgement may arrive before the response of the database.
    pending.set(messageId, { missingAcks, done })
    return {
      messageId,
      async onCommit(tags) {
        const applied = apply(tags)
        const timer = setTimeout(() => {
          for (const node of missingAcks) nodes.markDead(node)
          done.resolve()
        }, ackTimeout)
        await done.promise
        await applied
        clearTimeout(timer)
        pending.delete(messageId)
      },
      onRollback: () => void pending.delete(messageId),
    }
  })

  nodes.onDisconnect(() => pending.forEach(({ done }) => done.resolve()))

  await nodes.subscribe(ackChannel, (payload) => {
    const [node = '', ...messageIds] = payload.split(',')
    nodes.markAlive(node)
    for (const messageId of messageIds) {
      const sent = pending.get(messageId)
      sent?.missingAcks.delete(node)
      if (sent?.missingAcks.size === 0) sent.done.resolve()
    }
  })

  await nodes.subscribe(changesChannel, (payload) => {
    const tags = payload.split(',')
    const messageId = tags.at(-1)
    void apply(tags).then(() => {
      if (messageId?.startsWith(idPrefix) && !messageId.startsWith(`${idPrefix}${nodes.self}#`))
        acknowledge(messageId)
    })
  })

  /** Acknowledgements of one event-loop iteration are sent together. */
  function acknowledge(messageId: string) {
    if (unsentAcks.length === 0) setImmediate(sendAcks)
    unsentAcks.push(messageId)
  }

  function sendAcks() {
    void nodes.publish(ackChannel, [[nodes.self, ...unsentAcks].join(',')])
    unsentAcks = []
  }
}
