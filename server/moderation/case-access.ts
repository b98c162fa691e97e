import { permissionOfCase } from '#contract/records/case-kinds.ts'
import { caseLimits } from '#contract/moderation/case-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, minute } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound, conflict, forbidden } from '#platform/errors.ts'
import { selectActiveBan, selectUsername } from '#server/access/access.public.ts'
import { requireSession, type Write, withTransaction } from '#server/accounts/accounts.public.ts'
import {
  withOwnReports,
  type StoredCase,
  selectCase,
  selectCaseForUpdate,
  updateClaim,
} from '#server/records/records.public.ts'
import {
  selectMaintained,
  selectMaintainedTeams,
  selectTeamMaintainerIds,
  selectHasUploaded,
  selectIsAuthor,
  selectScriptsUploadedBy,
  maintainerIds,
  selectOwnership,
  selectScriptForUpdate,
  type ScriptRow,
} from '#server/scripts/scripts.public.ts'

import { roleIn, type Role, blockedReason, claimHolder } from './moderation.rules.ts'
import { selectTakedownScripts } from './takedowns/takedowns.queries.ts'

type Concerned = Pick<StoredCase, 'id' | 'kind' | 'userId' | 'scriptId' | 'archiveSha256'>

/**
 * The cases as this user takes part in them: with their own report, and as an author where they maintain the script or the
 * reported team now.
 * A takedown notice stays with the user who shared the script, who alone can answer it.
 */
export async function withOwnPart(
  db: Db,
  actor: Actor,
  rows: readonly StoredCase[],
  now: Date,
): Promise<StoredCase[]> {
  const own = await withOwnReports(db, actor.id, rows)
  const others = own.flatMap(({ kind, scriptId, userId }) =>
    kind !== 'takedown' && scriptId !== null && userId !== actor.id ? [scriptId] : [],
  )
  const maintained = await selectMaintained(db, actor.id, others)
  const aboutUsers = own.flatMap(({ scriptId, userId }) => (scriptId === null ? (userId ?? []) : []))
  const teams = await selectMaintainedTeams(db, actor.id, aboutUsers)
  if (maintained.size + teams.size === 0 || (await selectActiveBan(db, actor.id, now))) return own
  return own.map((row) => {
    const { kind, scriptId, userId } = row
    const speaks = scriptId === null ? teams.has(userId ?? 0) : maintained.has(scriptId)
    return kind !== 'takedown' && speaks ? { ...row, userId: actor.id } : row
  })
}

/** A user who uploaded an archive that a case is about takes part in it like its author, also with another script. */
export async function withUploader<Row extends Concerned>(db: Db, actor: Actor, row: Row): Promise<Row> {
  return (await isUploader(db, actor.id, row)) ? { ...row, userId: actor.id } : row
}

async function isUploader(db: Db, userId: number, row: Concerned): Promise<boolean> {
  const { id, kind, scriptId, archiveSha256 } = row
  if (archiveSha256 !== null) return selectHasUploaded(db, userId, archiveSha256)
  if (kind !== 'takedown')
    return scriptId !== null && (await selectScriptsUploadedBy(db, userId, [scriptId])).length > 0
  const scripts = await selectTakedownScripts(db, id)
  const scriptIds = scripts.map((script) => script.scriptId)
  return (
    scripts.some((script) => script.userId === userId) ||
    (await selectIsAuthor(db, userId, scriptIds)) ||
    (await selectScriptsUploadedBy(db, userId, scriptIds)).length > 0
  )
}

/** The users whom a case concerns: the one it was opened about, and those who maintain the script now. A team has no account. */
export async function selectAuthors(
  db: Db,
  { kind, userId, scriptId }: Pick<StoredCase, 'kind' | 'userId' | 'scriptId'>,
): Promise<number[]> {
  const script = kind === 'takedown' || scriptId === null ? undefined : await selectOwnership(db, scriptId)
  const ofTeam = userId === null ? [] : await selectTeamMaintainerIds(db, userId)
  const about = userId === null || ofTeam.length > 0 ? [] : [userId]
  const maintainers = script ? maintainerIds(script) : scriptId === null ? ofTeam : []
  return [...new Set([...about, ...maintainers])]
}

/** A case as the reader sees it, who is staff or a party; for everyone else it does not exist. */
export async function findCase(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  id: number,
): Promise<{ row: StoredCase; role: Role }> {
  const stored = await selectCase(db, id)
  const [row] = stored ? await withOwnPart(db, actor, [stored], clock.now()) : []
  const role = row && roleIn(actor, row)
  if (!role) throw notFound('Case not found')
  // The call is allowed for banned users, who are only parties.
  if (role === 'staff') await requireSession(db, actor.sessionHash, clock.now(), permissionOfCase(row))
  return { row, role }
}

/** The script is locked before its case, as by every other change of a script. */
export async function lockCase(
  tx: Db,
  id: number,
): Promise<{ row: StoredCase; script: ScriptRow | undefined } | undefined> {
  const unlocked = await selectCase(tx, id)
  if (!unlocked) return undefined
  const script = unlocked.scriptId === null ? undefined : await selectScriptForUpdate(tx, unlocked.scriptId)
  const row = await selectCaseForUpdate(tx, id)
  return row && { row, script }
}

/** An open case that the user may work on as staff: no party, and without a claim of another user. */
export async function lockCaseOfStaff(
  { db: tx, actor, now, requirePermission }: Write,
  id: number,
  { mayReopen = false } = {},
): Promise<{ row: StoredCase; script: ScriptRow | undefined }> {
  const locked = await lockCase(tx, id)
  if (!locked || !roleIn(actor, locked.row)) throw notFound('Case not found')
  const { row } = locked
  requirePermission(permissionOfCase(row))
  const [ownView = row] = await withOwnPart(tx, actor, [row], now)
  const blocked = blockedReason(actor, await withUploader(tx, actor, ownView))
  if (blocked !== undefined) throw forbidden(blocked)
  if (row.state === 'closed' && !mayReopen) throw conflict('This case was already decided')
  const holder = claimHolder(row, now)
  if (holder !== null && holder !== actor.id) {
    const name = await selectUsername(tx, holder)
    throw conflict(`${name ?? 'Another moderator'} works on this case`)
  }
  return locked
}

export async function renewClaim({ db: tx, actor, now }: Write, id: number): Promise<void> {
  await updateClaim(tx, id, {
    claimedBy: actor.id,
    claimedUntil: after(now, caseLimits.claimMinutes * minute),
  })
}

/** A claim ends by itself; each action of its holder renews it. */
export async function claimCase(app: App, actor: Actor, id: number): Promise<void> {
  await withTransaction(app, actor, {}, async (write) => {
    await lockCaseOfStaff(write, id)
    await renewClaim(write, id)
  })
}

/** A repeat changes nothing. */
export async function releaseCase(app: App, actor: Actor, id: number): Promise<void> {
  await withTransaction(app, actor, {}, async (write) => {
    await lockCaseOfStaff(write, id)
    await updateClaim(write.db, id, null)
  })
}
