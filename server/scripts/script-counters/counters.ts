import { createHmac } from 'node:crypto'

import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Actor, Client } from '#platform/actor.ts'
import { dayOf, minute, second } from '#platform/clock.ts'
import { afterCommit, databaseCode, inTransaction, invalidate, type Db } from '#platform/database/database.ts'
import { lazySingleton, type App } from '#platform/app.ts'
import { ipKey } from '#platform/rate-limits/policies.ts'
import { cardTag, popularityTag, scriptTag } from '#server/scripts/script-tags.ts'
import { serializeError } from '#platform/log.ts'

import { createCounterBatcher } from './counter-batcher.ts'
import { applyCounters, type CounterEvent, type CounterRow } from './counters.queries.ts'

/** Lists may show counters of this age; responses of a single script are always current. */
const listDelay = 5 * second
/** The order of related scripts may be this old. */
const orderDelay = 5 * minute

const countersOf = lazySingleton((app) => {
  const late = {
    listTags: createThrottledInvalidator(app, listDelay),
    orderTags: createThrottledInvalidator(app, orderDelay),
  }
  const queue = createCounterBatcher<CounterEvent & { key: string }, CounterRow>((events) =>
    flush(app, events, late),
  )
  return { queue, ...late }
})

/** Counts an event. Returns the counters of the script afterwards, or undefined when the script does not exist. */
export function count(app: App, event: Omit<CounterEvent, 'at'>): Promise<CounterRow | undefined> {
  const { kind, scriptId, userId, viewer } = event
  const row = kind === 'view' || kind === 'download' ? kind : 'like'
  const key = `${row} ${scriptId} ${kind === 'view' ? viewer : userId}`
  return countersOf(app).queue.count({ ...event, key, at: app.clock.now() })
}

/** Waits until all counted events are durable and all nodes have been notified. */
export async function drainCounters(app: App): Promise<void> {
  const { queue, listTags, orderTags } = countersOf(app)
  await queue.drain()
  await listTags.drain()
  await orderTags.drain()
}

/**
 * The viewer for one day: a user or an IP (IPv6: /64), hashed with a secret key and the day, so that a viewer can
 * neither be identified nor be recognised on the next day.
 */
export function viewerOf({ secrets, clock }: App, actor: Actor | null, client: Client): string {
  const viewer = actor ? `user ${actor.id}` : `address ${ipKey(client.ip)}`
  const day = dayOf(clock.now())
  return createHmac('sha256', secrets.viewers).update(`${day} ${viewer}`).digest('base64url').slice(0, 22)
}

async function flush(
  app: App,
  events: readonly CounterEvent[],
  { listTags, orderTags }: Record<'listTags' | 'orderTags', ReturnType<typeof createThrottledInvalidator>>,
): Promise<ReadonlyMap<number, CounterRow>> {
  const commit = () =>
    inTransaction(app.db, async (tx) => {
      const rows = await applyCounters(tx, events)
      const changed = rows.filter(({ isChanged }) => isChanged)
      if (changed.length === 0) return rows
      const ids = changed.map(({ scriptId }) => scriptId)
      const isDownloaded = changed.some((row) => row.isDownloaded)
      invalidate(tx, ...ids.map(scriptTag))
      listTags.invalidate(tx, [
        'counters',
        ...ids.map(cardTag),
        ...(isDownloaded ? (['stats'] as const) : []),
      ])
      if (isDownloaded) orderTags.invalidate(tx, [popularityTag])
      return rows
    })
  const rows = await commit().catch((error: unknown) => {
    // A user or script that was deleted in the meantime is not in the retry.
    if (databaseCode(error) === '23503') return commit()
    throw error
  })
  return new Map(rows.map((row) => [row.scriptId, row]))
}

/**
 * Invalidates tags at most once in `every` milliseconds: at once after a quiet period, otherwise together at its end.
 * Otherwise each view would empty the cache.
 */
function createThrottledInvalidator(app: App, every: number) {
  const pending = new Set<CacheTag>()
  let invalidatedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  /** Call it in the transaction of the change. */
  function add(tx: Db, tags: readonly CacheTag[]): void {
    const quietFor = performance.now() - invalidatedAt
    if (!timer && quietFor >= every) {
      invalidate(tx, ...tags)
      afterCommit(tx, () => {
        invalidatedAt = performance.now()
      })
      return
    }
    afterCommit(tx, () => {
      for (const tag of tags) pending.add(tag)
      timer ??= setTimeout(invalidatePending, Math.max(0, every - quietFor)).unref()
    })
  }

  function invalidatePending(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const tags = [...pending]
    pending.clear()
    invalidatedAt = performance.now()
    return inTransaction(app.db, async (tx) => invalidate(tx, ...tags)).catch((error: unknown) => {
      // Without the database other nodes are not notified; they clear their caches when they reconnect.
      app.cache.invalidateTags(tags)
      app.log.warn('Invalidations of counters were not sent to other nodes', serializeError(error))
    })
  }

  return {
    invalidate: add,
    async drain() {
      if (timer) await invalidatePending()
    },
  }
}
