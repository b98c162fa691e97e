import {
  blocklistLimits,
  type BlocklistEffect,
  type BlocklistKey,
  type TouchedScript,
} from '#contract/moderation/blocklist.ts'
import type { Actor } from '#platform/actor.ts'
import { lazySingleton, type App } from '#platform/app.ts'
import { forbidden } from '#platform/errors.ts'
import { isInPack } from '#server/archives/archives.public.ts'
import type { Db } from '#platform/database/database.ts'

import {
  selectArchivesOf,
  selectIsListed,
  selectPublishedPacks,
  selectVersionCount,
  selectScriptsWith,
  type Against,
} from './blocklist.queries.ts'

export const againstNone: Against = { userIds: [], scriptIds: [] }

type Row = Awaited<ReturnType<typeof selectScriptsWith>>[number]

type Reader = Pick<Actor, 'isAdmin' | 'isOwner'>
type Matches = { archives: string[]; isWhole: boolean }

/** For one search. */
const milliseconds = 4_000
const packSizeMax = 32 * 1024 ** 2
const batchSize = 100

/** Shows what an entry would affect, before it is added. */
export async function readEffect(app: App, reader: Reader, key: BlocklistKey): Promise<BlocklistEffect> {
  const isListed = await selectIsListed(app.db, key)
  const { archives, isWhole } = isListed ? nothing : await findMatches(app, key)
  const versions = await selectVersionCount(app.db, archives)
  return {
    isListed,
    archives: archives.length,
    versions,
    isWhole,
    ...listTouched(await findScriptsWith(app.db, archives)),
    needsAdministrator: needsAdministrator(reader, { versions, isWhole }),
  }
}

const nothing: Matches = { archives: [], isWhole: true }

/** Before the transaction that adds the entries, because a search takes seconds. */
export async function assertMayBlock(app: App, actor: Reader, keys: readonly BlocklistKey[]): Promise<void> {
  if (actor.isOwner || actor.isAdmin) return
  for (const key of keys) {
    if (await selectIsListed(app.db, key)) continue
    const { archives, isWhole } = await findMatches(app, key)
    const versions = await selectVersionCount(app.db, archives)
    if (!needsAdministrator(actor, { versions, isWhole })) continue
    throw forbidden(
      versions > blocklistLimits.versionsMax
        ? `This matches ${isWhole ? '' : 'at least '}${versions} published versions. Only an administrator can block more than ${blocklistLimits.versionsMax}`
        : `Not all published versions could be searched for “${key.value}”. Only an administrator can block it`,
    )
  }
}

/** A search that was not whole may have counted too few. */
function needsAdministrator(
  { isAdmin, isOwner }: Reader,
  { versions, isWhole }: Pick<BlocklistEffect, 'versions' | 'isWhole'>,
): boolean {
  return !isAdmin && !isOwner && (versions > blocklistLimits.versionsMax || !isWhole)
}

async function findMatches(app: App, key: BlocklistKey): Promise<Matches> {
  if (key.kind === 'host' || key.kind === 'text') return searches(app)(() => search(app, key.value))
  const { archives, isWhole } = await selectArchivesOf(app.db, key)
  return { archives, isWhole }
}

/** One search at a time on each node. */
const searches = lazySingleton(() => {
  let last: Promise<unknown> = Promise.resolve()
  return (run: () => Promise<Matches>): Promise<Matches> => {
    const result = last.then(run)
    last = result.catch(() => undefined)
    return result
  }
})

/** Newest archives first. */
async function search(app: App, words: string): Promise<Matches> {
  const end = performance.now() + milliseconds
  const isOver = () => performance.now() > end
  const archives: string[] = []
  let isWhole = true
  for (let before: number | undefined = 2 ** 31 - 1; before !== undefined;) {
    const packs = await selectPublishedPacks(app.db, before, batchSize)
    for (const { sha256, pack } of packs) {
      if (isOver()) return { archives, isWhole: false }
      if (pack.size > packSizeMax) isWhole = false
      else if (await isInPack(app, pack, words, isOver)) archives.push(sha256)
    }
    before = packs.at(-1)?.id
  }
  return { archives, isWhole: isWhole && !isOver() }
}

/** The other scripts that entries would touch, before they are added. */
export async function findTouched(
  db: Db,
  keys: readonly BlocklistKey[],
  against: Against,
): Promise<TouchedScript[]> {
  const touched = new Map<number, TouchedScript>()
  for (const key of keys.filter(({ kind }) => kind === 'archive' || kind === 'file'))
    collect(touched, await selectScriptsWith(db, await archivesOf(db, key)), against)
  return [...touched.values()]
}

/** As many as can be excepted, and how many there are. */
export function listTouched(
  touched: readonly TouchedScript[],
): Pick<BlocklistEffect, 'scripts' | 'scriptCount'> {
  return { scripts: touched.slice(0, blocklistLimits.exceptMax), scriptCount: touched.length }
}

/** Those that an entry would touch that is in these archives. */
async function findScriptsWith(db: Db, archives: readonly string[]): Promise<TouchedScript[]> {
  const touched = new Map<number, TouchedScript>()
  collect(touched, await selectScriptsWith(db, archives), againstNone)
  return [...touched.values()]
}

/** A script is spared when it is for all of its archives. */
function collect(touched: Map<number, TouchedScript>, rows: readonly Row[], against: Against): void {
  const first = firstAuthor(rows, against)
  for (const { id, name, author, userId, isPublic, isWaiting } of rows) {
    if (!(isPublic || isWaiting) || against.scriptIds.includes(id)) continue
    const other = touched.get(id)
    const isSpared = userId === first && (other?.isSpared ?? true)
    touched.set(id, { id, name, author, isSpared, isWaiting: !isPublic && (other?.isWaiting ?? true) })
  }
}

const archivesOf = async (db: Db, key: BlocklistKey) => (await selectArchivesOf(db, key)).archives

/** The user whose scripts an entry spares; null when there is none. */
export async function findFirstAuthor(db: Db, key: BlocklistKey, against: Against): Promise<number | null> {
  if (key.kind === 'host' || key.kind === 'text') return null
  return firstAuthor(await selectScriptsWith(db, await archivesOf(db, key)), against)
}

/**
 * The author who had an archive or file first, unless the decision is against them. An entry that is against no user
 * concerns a single author.
 */
function firstAuthor([first, ...others]: readonly Row[], { userIds }: Against): number | null {
  if (!first || userIds.includes(first.userId)) return null
  return userIds.length > 0 || others.some(({ userId }) => userId !== first.userId) ? first.userId : null
}
