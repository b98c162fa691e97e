import type { ScriptRole } from '#contract/scripts/script-limits.ts'
import type { Withdrawal } from '#contract/scripts/versions.ts'
import type { Actor } from '#platform/actor.ts'
import { forbidden, notFound } from '#platform/errors.ts'

/** The authors of a script: its owner and the members of this moment. `userId` can be a team, which has no sessions. */
export type Authored = { userId: number; members: readonly Member[] }

type Member = {
  userId: number
  role: ScriptRole
  /** A member of the team that owns the script. The same user can be a co-author, too. */
  isOfTeam?: boolean
}

const rank: Record<ScriptRole, number> = { owner: 3, maintainer: 2, contributor: 1 }

type User = Pick<Actor, 'id'> | null

/** The highest one, where the user is both a co-author and a member of the team. */
export function roleIn(user: User, { userId, members }: Authored): ScriptRole | null {
  if (user?.id === userId) return 'owner'
  const roles = members.flatMap((member) => (member.userId === user?.id ? [member.role] : []))
  return roles.toSorted((a, b) => rank[b] - rank[a])[0] ?? null
}

/** Returns whether the user is one of the authors. They read what is not public, and do not decide or report about the script. */
export function isAuthor(user: User, script: Authored): boolean {
  return roleIn(user, script) !== null
}

/** Returns whether the user speaks for the script: changes its texts, answers reports on it and takes part in its cases. */
export function isMaintainer(user: User, script: Authored): boolean {
  const role = roleIn(user, script)
  return role === 'owner' || role === 'maintainer'
}

/** A maintainer or a moderator; moderation of scripts is not limited by rank. */
function mayEditScript(actor: Actor | null, script: Authored): boolean {
  return isMaintainer(actor, script) || isModerator(actor)
}

/** An author or a moderator: they read what is not public, and change versions. */
export function mayManageVersions(actor: Actor | null, script: Authored): boolean {
  return isAuthor(actor, script) || isModerator(actor)
}

function isModerator(actor: Actor | null): boolean {
  return actor?.permissions.has('admin.scripts.moderate') ?? false
}

/** A published script is public; one that waits for review or was removed is visible to its authors and moderators. */
export function maySeeScript(
  actor: Actor | null,
  script: Authored & { publication: 'published' | 'review' | 'removed' },
): boolean {
  return script.publication === 'published' || mayManageVersions(actor, script)
}

/** All authors, the owner first. A team is not one of them: its members are. */
export function authorIds({ userId, members }: Authored): number[] {
  const owners = members.some(({ isOfTeam }) => isOfTeam) ? [] : [userId]
  return [...new Set([...owners, ...members.map((member) => member.userId)])]
}

/** The owner and the maintainers. */
export function maintainerIds(script: Authored): number[] {
  return authorIds(script).filter((id) => isMaintainer({ id }, script))
}

type Stored = {
  withdrawnAt: Date | null
  withdrawalKind: Withdrawal['kind'] | null
  withdrawalReason: string | null
  withdrawnBy: number | null
  /** Null for a withdrawal of an earlier release, when a script had one author. */
  withdrawnByModerator: boolean | null
}

/** Null for a version that is not withdrawn. A review without a response is rejected by no user. */
export function withdrawalOf({
  withdrawnAt,
  withdrawalKind: kind,
  withdrawalReason,
  withdrawnBy,
  withdrawnByModerator,
  ownerId,
}: Stored & { ownerId: number }): Withdrawal | null {
  if (!withdrawnAt || !kind) return null
  const isByModerator =
    kind === 'rejected' || (withdrawnByModerator ?? (withdrawnBy !== null && withdrawnBy !== ownerId))
  return { kind, reason: withdrawalReason ?? '', at: withdrawnAt.toISOString(), isByModerator }
}

export type Count = { categoryId: number; status: string; count: number }

/** Filters that have facet counts. An unknown category or status makes a list empty. */
export type Filters = { categoryId: number | undefined; status: string | undefined }

/** The saved file is named after the script and its version, with the extension of the archive. */
export function downloadFileName(scriptName: string, version: string, extension: string): string {
  const plain = `${scriptName} ${version}`
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${plain}.${extension}`
}

/** Returns whether the access token of the request, if it has one, is for this script. Who its user is, is decided elsewhere. */
function isReached({ token }: Pick<Actor, 'token'>, scriptId: number): boolean {
  return token === undefined || token.scripts === 'all' || token.scripts.includes(scriptId)
}

/** The user where the token is for this script, otherwise a visitor, who reads what is public. */
export function readerOf(actor: Actor | null, scriptId: number): Actor | null {
  return actor && isReached(actor, scriptId) ? actor : null
}

export function requireReach(actor: Actor, scriptId: number): void {
  if (!isReached(actor, scriptId)) throw forbidden('This access token is for other scripts')
}

export function requireManagement<Script extends Authored>(
  actor: Actor,
  script: Script | undefined,
  mayManage: (actor: Actor, script: Authored) => boolean = mayEditScript,
): Script {
  if (!script) throw notFound('Script not found')
  if (!mayManage(actor, script)) throw forbidden('You can only edit your own scripts or need permissions')
  return script
}

/** The same permission as for a new script; moderators can replace the archive of anyone. */
export function requireUpload({ permissions }: Actor): void {
  if (!permissions.has('scripts.upload') && !permissions.has('admin.scripts.moderate'))
    throw forbidden('You need permission to upload scripts')
}
