import { permissionOfCase } from '#contract/moderation/case-permissions.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { notFound } from '#platform/errors.ts'
import { selectActiveBan } from '#server/access/access.public.ts'
import { withOwnReports, type StoredCase, selectCase } from '#server/records/records.public.ts'
import {
  selectMaintained,
  selectMaintainedTeams,
  selectTeamMaintainerIds,
  selectHasUploaded,
  maintainerIds,
  selectOwnership,
} from '#server/scripts/scripts.public.ts'
import { requireSession } from '#server/accounts/accounts.public.ts'

import { roleIn, type Role } from './moderation.rules.ts'

type Concerned = { userId: number | null; archiveSha256: string | null }

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

/** A user who uploaded the archive of a case takes part in it like its author, also with another script. */
export async function withUploader<Row extends Concerned>(db: Db, actor: Actor, row: Row): Promise<Row> {
  const { archiveSha256 } = row
  const isUploader = archiveSha256 !== null && (await selectHasUploaded(db, actor.id, archiveSha256))
  return isUploader ? { ...row, userId: actor.id } : row
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
