import { createHmac } from 'node:crypto'

import type { Actor, Client } from '#platform/actor.ts'
import { minute, second } from '#platform/clock.ts'
import { changed, databaseCode, inTransaction } from '#platform/database.ts'
import { perHub, type Hub } from '#platform/hub.ts'
import { addressKey } from '#platform/limits.ts'

import { openCounterQueue } from './counter-queue.ts'
import { countAll, type CounterAsk, type CounterRow } from './counters.queries.ts'
import { openLateTags } from './late-tags.ts'
import { cardTag, popularityTag, scriptTag } from './script-tags.ts'

/** Lists that show counters may be this old (architecture.md); a call that answers a counter never is. */
const listsLag = 5 * second
/** Who stands before whom among the related scripts; their figures are those of lists. */
const orderLag = 5 * minute

const countersOf = perHub((hub) => {
  const late = { lateTags: openLateTags(hub, listsLag), orderTags: openLateTags(hub, orderLag) }
  const queue = openCounterQueue<CounterAsk & { key: string }, CounterRow>((asks) => flush(hub, asks, late))
  return { queue, ...late }
})

/** Counts what somebody did; the script as it is after that, or undefined when there is none. */
export function count(hub: Hub, ask: Omit<CounterAsk, 'at'>): Promise<CounterRow | undefined> {
  const { kind, scriptId, userId, viewer } = ask
  const row = kind === 'view' || kind === 'download' ? kind : 'opinion'
  const key = `${row} ${scriptId} ${kind === 'view' ? viewer : userId}`
  return countersOf(hub).queue.count({ ...ask, key, at: hub.clock.now() })
}

/** Waits until all that was counted is durable and told to every node. */
export async function drainCounters(hub: Hub): Promise<void> {
  const { queue, lateTags, orderTags } = countersOf(hub)
  await queue.drain()
  await lateTags.drain()
  await orderTags.drain()
}

/**
 * Who looks, for one day: a user, or an address as far as it tells customers apart. A hash with a key of the
 * hub and the day in it: nobody can tell from it who it was, nor that it is the same one as yesterday.
 */
export function viewerOf({ secrets, clock }: Hub, actor: Actor | null, client: Client): string {
  const viewer = actor ? `user ${actor.id}` : `address ${addressKey(client.ip)}`
  const day = clock.now().toISOString().slice(0, 10)
  return createHmac('sha256', secrets.viewers).update(`${day} ${viewer}`).digest('base64url').slice(0, 22)
}

async function flush(
  hub: Hub,
  asks: readonly CounterAsk[],
  { lateTags, orderTags }: Record<'lateTags' | 'orderTags', ReturnType<typeof openLateTags>>,
): Promise<ReadonlyMap<number, CounterRow>> {
  const commit = () =>
    inTransaction(hub.db, async (tx) => {
      const rows = await countAll(tx, asks)
      const moved = rows.filter(({ isChanged }) => isChanged)
      if (moved.length === 0) return rows
      const ids = moved.map(({ scriptId }) => scriptId)
      const isDownloaded = moved.some((row) => row.isDownloaded)
      changed(tx, ...ids.map(scriptTag))
      lateTags.announce(tx, ['counters', ...ids.map(cardTag), ...(isDownloaded ? ['stats'] : [])])
      if (isDownloaded) orderTags.announce(tx, [popularityTag])
      return rows
    })
  const rows = await commit().catch((error: unknown) => {
    // A person or script that went away while the batch was counted is not in the next try.
    if (databaseCode(error) === '23503') return commit()
    throw error
  })
  return new Map(rows.map((row) => [row.scriptId, row]))
}
