import type { Invitations, ScriptMembers } from '#contract/scripts/script-members.ts'
import type { Actor } from '#platform/actor.ts'
import { forbidden, notFound } from '#platform/errors.ts'
import type { Db } from '#platform/database/database.ts'
import { avatarUrl } from '#server/access/access.public.ts'
import { selectOwnership } from '#server/scripts/script-rows.queries.ts'
import { mayManageVersions, maySeeScript, roleIn } from '#server/scripts/scripts.rules.ts'
import { selectNamedUser } from '#server/scripts/named-users.queries.ts'

import { selectInvitationsOf, selectMembersWithNames, selectOpenInvitations } from './members.queries.ts'

export async function readMembers(db: Db, actor: Actor, id: number, now: Date): Promise<ScriptMembers> {
  const script = await selectOwnership(db, id)
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  if (!mayManageVersions(actor, script)) throw forbidden('Only the authors can see the members of a script')
  const owner = await selectNamedUser(db, script.userId)
  const members = await selectMembersWithNames(db, id)
  const invitations = await selectOpenInvitations(db, { scriptId: id }, now)
  return {
    script: { id, name: script.name },
    role: roleIn(actor, script),
    members: [
      ...(owner ? [{ ...owner, avatar: avatarUrl(owner.avatar), role: 'owner' as const, since: null }] : []),
      ...members.map(({ avatar, since, ...member }) => ({
        ...member,
        avatar: avatarUrl(avatar),
        since: since.toISOString(),
      })),
    ],
    invitations: invitations.map((row) => ({ ...row, ...timesOf(row) })),
  }
}

export async function readInvitations(db: Db, actor: Actor, now: Date): Promise<Invitations> {
  const invitations = await selectInvitationsOf(db, actor.id, now)
  return {
    invitations: invitations.map(({ user, ...row }) => ({
      ...row,
      team: user.id === actor.id ? null : user,
      ...timesOf(row),
    })),
  }
}

const timesOf = ({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }) => ({
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
