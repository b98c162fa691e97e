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
  selectVersionsNotReached,
  type Matches,
} from './blocklist.queries.ts'
import type { Against } from './spared.queries.ts'

export const againstNone: Against = { userIds: [], scriptIds: [] }

type Row = Awaited<ReturnType<typeof selectScriptsWith>>[number]

type Reader = Pick<Actor, 'isAdmin' | 'isOwner'>

/** For one search. */
const milliseconds = 4_000
const batchSize = 100

/** Shows what an entry would affect, before it is added. */
export async function readEffect(app: App, reader: Reader, key: BlocklistKey): Promise<BlocklistEffect> {
  const isListed = await selectIsListed(app.db, key)
  const { archives, notSearched } = isListed ? nothing : await findMatches(app, key)
  const versions = await selectVersionCount(app.db, archives)
  return {
    isListed,
    archives: archives.length,
    versions,
    notSearched,
    ...listTouched(await findScriptsWith(app.db, archives)),
    needsAdministrator: needsAdministrator(reader, { versions, notSearched }),
  }
}

const nothing: Matches = { archives: [], notSearched: 0 }

/** Before the transaction that adds the entries, because a search takes seconds. */
export async function assertMayBlock(app: App, actor: Reader, keys: readonly BlocklistKey[]): Promise<void> {
  if (actor.isOwner || actor.isAdmin) return
  for (const key of keys) {
    if (await selectIsListed(app.db, key)) continue
    const { archives, notSearched } = await findMatches(app, key)
    const versions = await selectVersionCount(app.db, archives)
    if (!needsAdministrator(actor, { versions, notSearched })) continue
    throw forbidden(
      versions > blocklistLimits.versionsMax
        ? `This matches ${notSearched === 0 ? '' : 'at least '}${versions} published versions. Only an administrator can block more than ${blocklistLimits.versionsMax}`
        : `Not all published versions could be searched for “${key.value}”. Only an administrator can block it`,
    )
  }
}

/** What was not searched may match, too. */
function needsAdministrator(
  { isAdmin, isOwner }: Reader,
  { versions, notSearched }: Pick<BlocklistEffect, 'versions' | 'notSearched'>,
): boolean {
  return !isAdmin && !isOwner && versions + notSearched > blocklistLimits.versionsMax
}

async function findMatches(app: App, key: BlocklistKey): Promise<Matches> {
  if (key.kind === 'host' || key.kind === 'text') return searches(app)(() => search(app, key.value))
  return selectArchivesOf(app.db, key)
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
  const lost: string[] = []
  for (let before: number | undefined = 2 ** 31 - 1; before !== undefined;) {
    const packs = await selectPublishedPacks(app.db, before, batchSize)
    for (const { id, sha256, pack } of packs) {
      const isMatch = isOver() ? undefined : await isInPack(app, pack, words, isOver)
      if (isMatch === undefined && isOver()) return cut(id)
      if (isMatch === undefined) lost.push(sha256)
      if (isMatch) archives.push(sha256)
    }
    before = packs.at(-1)?.id
  }
  return { archives, notSearched: await selectVersionCount(app.db, lost) }

  async function cut(id: number): Promise<Matches> {
    const notReached = await selectVersionsNotReached(app.db, id)
    return { archives, notSearched: notReached + (await selectVersionCount(app.db, lost)) }
  }
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
