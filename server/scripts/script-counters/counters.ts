import { createHmac } from 'node:crypto'

import type { DownloadSource } from '#contract/scripts/script-authors.ts'
import type { LikeStatus } from '#contract/scripts/scripts.ts'
import type { Actor, Client } from '#platform/actor.ts'
import { type App, lazySingleton } from '#platform/app.ts'
import { after, day, dayOf, minute, second } from '#platform/clock.ts'
import { databaseCode } from '#platform/database/database-errors.ts'
import { type Db, inTransaction, invalidate, afterCommit } from '#platform/database/database.ts'
import { notFound, conflict } from '#platform/errors.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import { serializeError } from '#platform/log.ts'
import { ipKey } from '#platform/rate-limits/policies.ts'
import { removeOldDays } from '#server/scripts/script-statistics/script-statistics.queries.ts'
import { trendTag, cardTag, popularityTag, scriptTag } from '#server/scripts/script-tags.ts'
import { maySeeScript } from '#server/scripts/scripts.rules.ts'

import {
  selectLikeStatus,
  removeViewsBefore,
  selectChangedTrends,
  updateTrends,
  applyCounters,
  type CounterEvent,
  type CounterRow,
} from './counters.queries.ts'

/** Returns the number of views whether this one counted or not, so that clients cannot learn how to raise it. */
export async function recordView(
  app: App,
  actor: Actor | null,
  client: Client,
  scriptId: number,
): Promise<{ views: number }> {
  const viewer = viewerOf(app, actor, client)
  const script = await count(app, { kind: 'view', scriptId, userId: actor?.id ?? null, viewer, source: '' })
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  return { views: script.views }
}

/** Returns the number of downloads, which this one may not have changed. */
export async function recordDownload(
  app: App,
  actor: Actor,
  scriptId: number,
  source: Exclude<DownloadSource, 'token'> = 'site',
): Promise<{ downloads: number }> {
  const script = await count(app, {
    kind: 'download',
    scriptId,
    userId: actor.id,
    viewer: '',
    source: actor.token ? 'token' : source,
  })
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  return { downloads: script.downloads }
}

export async function setLike(
  app: App,
  actor: Actor,
  scriptId: number,
  kind: 'like' | 'unlike',
): Promise<LikeStatus> {
  const script = await count(app, { kind, scriptId, userId: actor.id, viewer: '', source: '' })
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  if (script.publication !== 'published') throw conflict('This script is not published yet')
  return { isLiked: kind === 'like', likeCount: script.likes }
}

export async function readLikeStatus(db: Db, actor: Actor | null, scriptId: number): Promise<LikeStatus> {
  const status = await selectLikeStatus(db, scriptId, actor?.id ?? null)
  if (!status || !maySeeScript(actor, status)) throw notFound('Script not found')
  return { isLiked: status.isLiked, likeCount: status.likeCount }
}

/** The longest period of statistics, and a day. */
const figuresAge = 366 * day

/** Runs daily. The viewers and servers of past days are not needed and must not be stored. */
export async function purgeViews({ db, clock }: App): Promise<void> {
  const today = dayOf(clock.now())
  await removeViewsBefore(db, today)
  await removeOldDays(db, { figures: dayOf(after(clock.now(), -figuresAge)), servers: today })
}

const batchSize = 1_000

/** Runs hourly. */
export async function updateTrending({ db, clock, draining }: App): Promise<void> {
  const changed = await inTransaction(db, (tx) => selectChangedTrends(tx, clock.now()))
  for (let offset = 0; offset < changed.length && !draining.aborted; offset += batchSize)
    await inTransaction(db, async (tx) => {
      await updateTrends(tx, changed.slice(offset, offset + batchSize))
      invalidate(tx, trendTag)
    })
}

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
    writeCounts(app, events, late),
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
  const content = `${dayOf(clock.now())} ${viewer}`
  return createHmac('sha256', secrets.viewers).update(content).digest('base64url').slice(0, 22)
}

async function writeCounts(
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

/** A change of a counter. A batch contains each key at most once, for example one user's like of one script. */
export type BatchEntry = { key: string; kind: string; scriptId: number }

/** Events per flush, which bounds how long its callers wait. */
const flushMax = 400

type Waiting<A, Row> = {
  event: A
  callers: { resolve: (row: Row | undefined) => void; reject: (error: unknown) => void }[]
}

/**
 * Group commit with adaptive batching: while one flush is in flight, further events are collected for the next one. A
 * single caller is flushed at once; under load many callers share one commit.
 */
export function createCounterBatcher<A extends BatchEntry, Row>(
  flush: (events: readonly A[]) => Promise<ReadonlyMap<number, Row>>,
) {
  let queue: Waiting<A, Row>[] = []
  const newest = new Map<string, Waiting<A, Row>>()
  let running: Promise<void> | undefined

  /** Resolves with the script's counters once the flush of this event has committed. */
  function countEvent(event: A): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      const before = newest.get(event.key)
      // A repeated event shares the result of the pending one; the opposite event is queued after it.
      if (before?.event.kind === event.kind) before.callers.push({ resolve, reject })
      else enqueue({ event, callers: [{ resolve, reject }] })
      running ??= run().finally(() => {
        running = undefined
      })
    })
  }

  function enqueue(waiting: Waiting<A, Row>) {
    queue.push(waiting)
    newest.set(waiting.event.key, waiting)
  }

  async function run(): Promise<void> {
    // Events of the same event-loop iteration join the flush.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) await flushOnce(takeBatch())
  }

  /** The first event of each key: one statement must not contain a like and its unlike. */
  function takeBatch(): Waiting<A, Row>[] {
    const batch = new Map<string, Waiting<A, Row>>()
    const later: Waiting<A, Row>[] = []
    for (const waiting of queue) {
      const fits = batch.size < flushMax && !batch.has(waiting.event.key)
      if (fits) batch.set(waiting.event.key, waiting)
      else later.push(waiting)
    }
    queue = later
    for (const [key, waiting] of batch) if (newest.get(key) === waiting) newest.delete(key)
    return [...batch.values()]
  }

  async function flushOnce(batch: readonly Waiting<A, Row>[]): Promise<void> {
    try {
      const rows = await flush(batch.map(({ event }) => event))
      for (const { event, callers } of batch)
        for (const { resolve } of callers) resolve(rows.get(event.scriptId))
    } catch (error) {
      for (const { callers } of batch) for (const { reject } of callers) reject(error)
    }
  }

  return {
    count: countEvent,
    /** Resolves when no event is pending. */
    async drain() {
      await running
    },
  }
}
