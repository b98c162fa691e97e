import { blocklistLimits, type BlocklistKey, type TouchedScript } from '#contract/moderation/blocklist.ts'
import type { Db } from '#platform/database/database.ts'

import { selectArchivesOf, selectScriptsWith, type Against } from './blocklist.queries.ts'

export const againstNone: Against = { userIds: [], scriptIds: [] }

type Row = Awaited<ReturnType<typeof selectScriptsWith>>[number]

/** The other public scripts that entries would touch, before they are added. */
export async function findTouched(
  db: Db,
  keys: readonly BlocklistKey[],
  against: Against,
): Promise<TouchedScript[]> {
  const touched = new Map<number, TouchedScript>()
  for (const key of keys.filter(({ kind }) => kind === 'archive' || kind === 'file'))
    collect(touched, await selectScriptsWith(db, await archivesOf(db, key)), against)
  return [...touched.values()].slice(0, blocklistLimits.exceptMax)
}

/** Those that an entry would touch that is in these archives. */
export async function findScriptsWith(db: Db, archives: readonly string[]): Promise<TouchedScript[]> {
  const touched = new Map<number, TouchedScript>()
  collect(touched, await selectScriptsWith(db, archives), againstNone)
  return [...touched.values()].slice(0, blocklistLimits.exceptMax)
}

/** A script is spared when it is for all of its archives. */
function collect(touched: Map<number, TouchedScript>, rows: readonly Row[], against: Against): void {
  const first = firstAuthor(rows, against)
  for (const { id, name, author, userId, isPublic } of rows) {
    if (!isPublic || against.scriptIds.includes(id)) continue
    const isSpared = userId === first && (touched.get(id)?.isSpared ?? true)
    touched.set(id, { id, name, author, isSpared })
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
