import {
  permissionOfEntry,
  type BlocklistDraft,
  type BlocklistEntry,
  type BlocklistKey,
  type BlocklistKind,
  type BlocklistPage,
} from '#contract/moderation/blocklist.ts'
import { pagination } from '#contract/platform/fields.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { conflict, forbidden, invalid, notFound } from '#platform/errors.ts'
import { enqueueJob } from '#platform/jobs/jobs.ts'
import { requireSession, withTransaction } from '#server/accounts/accounts.public.ts'
import { applyAnalysisJob, blocklistTag, requestRescan } from '#server/archives/archives.public.ts'
import { recordActivity, withdrawNotificationsJob, selectCase } from '#server/records/records.public.ts'
import { assertNotOwnEntry } from '#server/scripts/scripts.public.ts'

import {
  insertEntry,
  selectEntriesChangedBy,
  selectEntriesOfCase,
  selectEntry,
  selectHoldingCase,
  selectHoldsScripts,
  updateEntryCase,
  updateRemoved,
  selectEntries,
  selectEntryCount,
} from './blocklist.queries.ts'
import { againstNone, findFirstAuthor, assertMayBlock } from './read-effect.ts'
import {
  removeChangesOf,
  selectNextCase,
  updateRestoredSpared,
  updateSpared,
  type Against,
} from './spared.queries.ts'

export async function addEntry(app: App, sender: Actor, draft: BlocklistDraft): Promise<BlocklistEntry> {
  const permission = permissionOfEntry(draft.kind)
  await requireSession(app.db, sender.sessionHash, app.clock.now(), permission)
  await assertMayBlock(app, sender, [draft])
  return withTransaction(app, sender, { permission }, async ({ db: tx, actor, now }) => {
    const { caseId } = draft
    if (caseId && !(await selectCase(tx, caseId))) throw invalid({ caseId: 'Case not found' })
    const id = await blockValue(tx, actor, draft, { against: againstNone, except: draft.except ?? [] }, now)
    if (id === undefined) throw conflict('This is already on the blocklist')
    return requireEntry(tx, id)
  })
}

/**
 * Adds an entry in the caller's transaction, which has checked the permission. Returns its id, or undefined when the
 * value is listed already. Published versions with the archive or file wait for review when the job has run, without those
 * of its first author and of the excepted scripts.
 */
export async function blockValue(
  tx: Db,
  actor: Pick<Actor, 'id' | 'username'>,
  draft: Omit<BlocklistDraft, 'except'>,
  { against, except }: { against: Against; except: readonly number[] },
  now: Date,
): Promise<number | undefined> {
  const sparedUserId = await findFirstAuthor(tx, draft, against)
  const spared = { sparedUserId, sparedScriptIds: [...except] }
  const id = await insertEntry(tx, draft, { addedBy: actor.id, createdAt: now, ...spared })
  if (id === undefined) {
    if (except.length > 0) await assertNotOwnEntry(tx, actor, draft)
    if (await updateSpared(tx, draft, against, except)) await applyChange(tx, draft)
    return undefined
  }
  await recordChange(tx, actor, 'Blocklist Entry Added', { ...draft, id })
  await applyChange(tx, draft)
  return id
}

export async function removeEntry(
  app: App,
  sender: Actor,
  id: number,
  { reason }: { reason: string },
): Promise<null> {
  return withTransaction(app, sender, {}, async ({ db: tx, actor, now, requirePermission }) => {
    const entry = await requireEntry(tx, id)
    requirePermission(permissionOfEntry(entry.kind))
    await assertNotOwnEntry(tx, actor, entry)
    if (!(await updateRemoved(tx, id, now))) throw entryNotFound()
    await recordChange(tx, actor, 'Blocklist Entry Removed', { ...entry, reason })
    await applyChange(tx, entry)
    await withdrawNotices(tx, entry.id)
    return null
  })
}

/**
 * Removes what was blocked by a case, and what its decision changed about other entries, in the caller's transaction, with the
 * permission that each entry needs. An archive that a takedown notice still holds stays blocked for other scripts, and so
 * does what the decision on another case blocked as well.
 */
export async function unblockOfCase(
  tx: Db,
  actor: Pick<Actor, 'id' | 'username' | 'permissions'>,
  caseId: number,
  now: Date,
): Promise<void> {
  for (const row of await selectEntriesOfCase(tx, caseId)) {
    const entry = entryOf(row)
    assertMayUnblock(actor, entry, caseId)
    const holder = (await holderOf(tx, entry, caseId)) ?? (await selectNextCase(tx, entry.id, caseId))
    if (holder !== undefined) {
      await updateEntryCase(tx, entry.id, holder)
      continue
    }
    await assertNotOwnEntry(tx, actor, entry)
    if (await updateRemoved(tx, entry.id, now)) {
      await recordChange(tx, actor, 'Blocklist Entry Removed', entry)
      await applyChange(tx, entry)
      await withdrawNotices(tx, entry.id)
    }
  }
  for (const row of await selectEntriesChangedBy(tx, caseId)) {
    const entry = entryOf(row)
    assertMayUnblock(actor, entry, caseId)
    if ((await holderOf(tx, entry, caseId)) === caseId) continue
    await assertNotOwnEntry(tx, actor, entry)
    await removeChangesOf(tx, entry.id, caseId)
    await applyChange(tx, entry)
  }
}

function assertMayUnblock(
  { permissions }: Pick<Actor, 'permissions'>,
  { kind }: BlocklistKey,
  caseId: number,
): void {
  if (!permissions.has(permissionOfEntry(kind)))
    throw forbidden(
      `Case #${caseId} put archives or files on the blocklist. Only users who can decide takedowns can remove them.`,
    )
}

async function holderOf(tx: Db, { kind, value }: BlocklistKey, caseId: number): Promise<number | undefined> {
  if (kind === 'archive') return selectHoldingCase(tx, value, caseId)
  return (await selectHoldsScripts(tx, caseId)) ? caseId : undefined
}

/** A restored script keeps its archives, also while they are blocked for others. */
export async function spareScript(tx: Db, scriptId: number): Promise<void> {
  for (const value of await updateRestoredSpared(tx, scriptId))
    await applyChange(tx, { kind: 'archive', value })
}

/** The authors' notifications about the entry go away with it. */
async function withdrawNotices(tx: Db, entryId: number): Promise<void> {
  await enqueueJob(tx, withdrawNotificationsJob, { entryId })
}

async function requireEntry(tx: Db, id: number): Promise<BlocklistEntry> {
  const row = await selectEntry(tx, id)
  if (!row) throw entryNotFound()
  return entryOf(row)
}

const entryNotFound = () => notFound('Entry not found')

async function applyChange(tx: Db, { kind, value }: BlocklistKey): Promise<void> {
  invalidate(tx, blocklistTag)
  if (kind === 'archive') await enqueueJob(tx, applyAnalysisJob, { sha256: value })
  await requestRescan(tx, kind === 'file' ? { sha256: value } : undefined)
}

async function recordChange(
  tx: Db,
  { id: userId, username }: Pick<Actor, 'id' | 'username'>,
  action: 'Blocklist Entry Added' | 'Blocklist Entry Removed',
  {
    id,
    kind,
    value,
    reason,
    caseId,
  }: BlocklistKey & {
    id: number
    reason: string
    caseId?: number | null | undefined
  },
): Promise<void> {
  const isHash = kind === 'archive' || kind === 'file'
  const isAdded = action === 'Blocklist Entry Added'
  await recordActivity(tx, {
    type: 'system',
    action,
    description: `${username} ${isAdded ? 'added' : 'removed'} ${nouns[kind]} ${isAdded ? 'to' : 'from'} the blocklist`,
    status: 'warning',
    userId,
    metadata: { entryId: id, kind, reason, ...(isHash && { value }), ...(caseId && { caseId }) },
  })
}

const nouns = { archive: 'an archive', file: 'a file', host: 'a host', text: 'a text' }

type Query = { page: number; limit: number; kind?: BlocklistKind | undefined; search: string }
type Row = Awaited<ReturnType<typeof selectEntries>>[number]

export async function listBlocklist(db: Db, { page, limit, ...filter }: Query): Promise<BlocklistPage> {
  const total = await selectEntryCount(db, filter)
  const rows = await selectEntries(db, filter, { limit, offset: (page - 1) * limit })
  return { entries: rows.map(entryOf), pagination: pagination(page, limit, total) }
}

function entryOf(row: Row): BlocklistEntry {
  return { ...row, createdAt: row.createdAt.toISOString() }
}
