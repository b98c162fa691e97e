import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'

import type { BlocklistKey } from '#contract/moderation/blocklist.ts'
import type { Db } from '#platform/database/database.ts'
import { exemptScript } from '#server/archives/archives.public.ts'
import { blocklistChanges, blocklistEntries } from '#server/archives/archives.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'

import type { Spared } from './blocklist.queries.ts'

const b = blocklistEntries
const c = blocklistChanges

/** Those who a decision is against, and their scripts that it is about. */
export type Against = { userIds: readonly number[]; scriptIds: readonly number[] }

type Change = Spared & { againstUserIds: readonly number[]; againstScriptIds: readonly number[] }

function withChange({ sparedUserId, sparedScriptIds }: Spared, change: Change): Spared {
  const isDecided = sparedUserId !== null && change.againstUserIds.includes(sparedUserId)
  const stays = sparedScriptIds.filter((id) => !change.againstScriptIds.includes(id))
  return {
    sparedUserId: change.sparedUserId ?? (isDecided ? null : sparedUserId),
    sparedScriptIds: [...new Set([...stays, ...change.sparedScriptIds])],
  }
}

const none = { sparedUserId: null, sparedScriptIds: [], againstUserIds: [], againstScriptIds: [] }

/**
 * An entry that exists already no longer spares what the decision is against, and spares what it excepts. Returns whether that
 * changes the entry. A decision that changes nothing is stored as well: another one may be undone before it.
 */
export async function updateSpared(
  tx: Db,
  { kind, value, caseId = null }: BlocklistKey & { caseId?: number | null | undefined },
  { userIds, scriptIds }: Against,
  except: readonly number[],
): Promise<boolean> {
  const [entry] = await tx
    .select({ ...spared, id: b.id, caseId: b.caseId })
    .from(b)
    .where(and(eq(b.kind, kind), eq(b.value, value), isNull(b.removedAt)))
    .for('update')
  if (!entry) return false
  const change = {
    ...none,
    sparedScriptIds: [...except],
    againstUserIds: [...userIds],
    againstScriptIds: [...scriptIds],
  }
  const changed = withChange(entry, change)
  const isSame = changed.sparedUserId === entry.sparedUserId && isEqual(changed, entry)
  const stored = await selectChanges(tx, entry.id)
  // Two scripts of one decision have the same archive.
  if (isSame && [entry, ...stored].some((row) => row.caseId === caseId)) return false
  const { id: entryId, sparedUserId, sparedScriptIds } = entry
  const before = stored.length > 0 ? [] : [{ ...none, entryId, sparedUserId, sparedScriptIds }]
  await tx.insert(c).values([...before, { ...change, entryId, caseId }])
  if (!isSame) await tx.update(b).set(changed).where(eq(b.id, entryId))
  return !isSame
}

const spared = { sparedUserId: b.sparedUserId, sparedScriptIds: b.sparedScriptIds }

const isEqual = (before: Spared, after: Spared) =>
  before.sparedScriptIds.length === after.sparedScriptIds.length &&
  before.sparedScriptIds.every((id) => after.sparedScriptIds.includes(id))

async function selectChanges(tx: Db, entryId: number) {
  return tx.select().from(c).where(eq(c.entryId, entryId)).orderBy(asc(c.id))
}

/** An entry spares what it would spare without the decision on a case. */
export async function removeChangesOf(tx: Db, entryId: number, caseId: number): Promise<void> {
  await tx.select({ id: b.id }).from(b).where(eq(b.id, entryId)).for('update')
  await tx.delete(c).where(and(eq(c.entryId, entryId), eq(c.caseId, caseId)))
  const kept = await selectChanges(tx, entryId)
  await tx.update(b).set(kept.reduce<Spared>(withChange, none)).where(eq(b.id, entryId))
}

/** Another case whose decision asked for the same entry later. */
export async function selectNextCase(tx: Db, entryId: number, caseId: number): Promise<number | undefined> {
  const [row] = await tx
    .select({ caseId: c.caseId })
    .from(c)
    .where(and(eq(c.entryId, entryId), ne(c.caseId, caseId)))
    .orderBy(asc(c.id))
    .limit(1)
  return row?.caseId ?? undefined
}

/** Entries of archives that a restored script has no longer concern it. Returns the archives. */
export async function updateRestoredSpared(tx: Db, scriptId: number): Promise<string[]> {
  const archives = tx
    .select({ sha256: scriptVersions.sha256 })
    .from(scriptVersions)
    .where(eq(scriptVersions.scriptId, scriptId))
  return exemptScript(tx, scriptId, and(eq(b.kind, 'archive'), inArray(b.value, archives)))
}
