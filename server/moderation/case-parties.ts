import { permissionOfCase } from '#contract/moderation/case-permissions.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { notFound } from '#platform/errors.ts'
import { selectActiveBan } from '#server/access/access.public.ts'
import {
  withOwnReports,
  type StoredCase,
  selectCase,
  selectJoinedIds,
  emitEvent,
  type AppealOutcome,
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
  selectVersion,
} from '#server/scripts/scripts.public.ts'
import { requireSession } from '#server/accounts/accounts.public.ts'
import { roleIn, type Role } from './moderation.rules.ts'
import { selectTakedownScripts } from './takedowns/takedowns.queries.ts'
import type { Decision } from './effect.ts'

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

/** The author of a reviewed version and the uploaders of a takedown have events of their own. */
export async function notifyParties(decision: Decision): Promise<void> {
  const { row, draft, isInForce } = decision
  const { kind, userId, openedBy } = row
  await notifyReporters(decision, row)
  const hasOwnEvent = kind === 'review' || (kind === 'takedown' && draft.decision !== 'denied')
  if (hasOwnEvent || userId === null) return
  // The author has an email about the script that was hidden or the version that was withdrawn now.
  const hasOwnMail = !isInForce && ['banned', 'removed', 'text-hidden', 'withdrawn'].includes(draft.decision)
  for (const authorId of await selectAuthors(decision.db, row))
    if (authorId !== openedBy)
      await notify(decision, row, { userId: authorId, isOpener: false, isMailed: !hasOwnMail })
}

/** The opener, and those who joined the case. */
export async function notifyReporters(decision: Decision, row: StoredCase): Promise<void> {
  const joinedIds = row.reportCount > 1 ? await selectJoinedIds(decision.db, row.id) : []
  for (const userId of [row.openedBy ?? [], joinedIds].flat())
    await notify(decision, row, { userId, isOpener: true, isMailed: true })
}

async function notify(
  decision: Decision,
  row: StoredCase,
  { userId, isOpener, isMailed }: { userId: number; isOpener: boolean; isMailed: boolean },
): Promise<void> {
  const { db: tx, now, draft } = decision
  const { id: caseId, kind, title, scriptId, versionId } = row
  const data = {
    caseId,
    decision: draft.decision,
    appeal: await describeAppeal(decision, row),
    ...(isMailed && { mail: { kind, title, isOpener, response: draft.response } }),
  }
  const event = { actorId: null, scriptId, versionId, caseId, userId }
  await emitEvent(tx, { kind: 'case-decided', ...event, data }, now)
}

async function describeAppeal(decision: Decision, { kind, reason, title }: StoredCase) {
  if (kind !== 'appeal') return undefined
  const isGranted = decision.draft.decision === 'granted'
  const outcome = isGranted ? await readOutcome(decision) : undefined
  return { isGranted, isBan: reason === 'ban', title, outcome }
}

/** Read after the effect: a script can be hidden for another reason, too. */
async function readOutcome({ db: tx, row, now }: Decision): Promise<AppealOutcome | undefined> {
  const { reason, userId, scriptId, versionId } = row
  if (reason === 'ban') return (await selectActiveBan(tx, userId ?? 0, now)) ? undefined : 'ban-lifted'
  const publication = (await selectOwnership(tx, scriptId ?? 0))?.publication
  if (!publication || publication === 'removed') return undefined
  if (reason === 'removal') return publication === 'published' ? 'script-public' : 'script-waiting'
  const version = (await selectVersion(tx, versionId ?? 0))?.version
  if (!version || version.withdrawnAt) return undefined
  return version.publishedAt ? 'version-public' : 'version-waiting'
}
