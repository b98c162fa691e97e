import type { ResponseCache } from '#platform/cache.ts'
import { changesChannel, tellChanges, type Db } from '#platform/database.ts'

import type { Nodes } from './nodes.ts'

const seenChannel = 'scripthaven_seen'

/** Milliseconds that a writer's answer waits for a node that does not say that it saw the change. */
const seenWithin = 1_000

/** Begins what stands for the number of a change among the tags of a notice. */
const sign = '@'

/** A change that other nodes are told of, and those of them that did not say yet that they know. */
type Told = { missing: Set<string>; isSeen: PromiseWithResolvers<void> }

/**
 * Whoever got the answer to a write sees it at every node: each drops what shows it and says so, and the answer waits
 * for that. A node that is alone waits for nobody.
 */
export async function shareChanges(db: Db, cache: ResponseCache, nodes: Nodes): Promise<void> {
  const told = new Map<string, Told>()
  let changes = 0
  let unsaid: string[] = []

  tellChanges(db, () => {
    const missing = new Set(nodes.others())
    if (missing.size === 0) return { committed: async (tags) => cache.drop(tags), abandoned: () => undefined }
    const mark = `${sign}${nodes.self}#${++changes}`
    const isSeen = Promise.withResolvers<void>()
    // Noted before the commit: another node may be faster than the answer of the database.
    told.set(mark, { missing, isSeen })
    return {
      mark,
      async committed(tags) {
        cache.drop(tags)
        const late = setTimeout(() => {
          for (const node of missing) nodes.noteGone(node)
          isSeen.resolve()
        }, seenWithin)
        await isSeen.promise
        clearTimeout(late)
        told.delete(mark)
      },
      abandoned: () => void told.delete(mark),
    }
  })

  nodes.onLoss(() => told.forEach(({ isSeen }) => isSeen.resolve()))

  await nodes.hear(seenChannel, (payload) => {
    const [by = '', ...marks] = payload.split(',')
    nodes.noteHeard(by)
    for (const mark of marks) {
      const change = told.get(mark)
      change?.missing.delete(by)
      if (change?.missing.size === 0) change.isSeen.resolve()
    }
  })

  await nodes.hear(changesChannel, (payload) => {
    const tags = payload.split(',')
    cache.drop(tags)
    const mark = tags.at(-1)
    if (!mark?.startsWith(sign) || mark.startsWith(`${sign}${nodes.self}#`)) return
    // Changes that come together are answered together.
    if (unsaid.length === 0) setImmediate(say)
    unsaid.push(mark)
  })

  function say() {
    void nodes.send(seenChannel, [[nodes.self, ...unsaid].join(',')])
    unsaid = []
  }
}
