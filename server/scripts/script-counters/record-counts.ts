import type { DownloadSource } from '#contract/scripts/script-statistics.ts'
import type { LikeStatus } from '#contract/scripts/scripts.ts'
import type { Actor, Client } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day, dayOf } from '#platform/clock.ts'
import { type Db, inTransaction, invalidate } from '#platform/database/database.ts'
import { notFound, conflict } from '#platform/errors.ts'
import { removeOldDays } from '#server/scripts/script-statistics/script-statistics.queries.ts'
import { trendTag } from '#server/scripts/script-tags.ts'
import { maySeeScript } from '#server/scripts/scripts.rules.ts'

import { selectLikeStatus, removeViewsBefore, selectChangedTrends, updateTrends } from './counters.queries.ts'
import { count, viewerOf } from './counters.ts'

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
