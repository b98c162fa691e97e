import { type Db, invalidate } from '#platform/database/database.ts'
import {
  type memberActions,
  recordActivity,
  emitEvent,
  type MemberChangeKind,
} from '#server/records/records.public.ts'
import type { ScriptRow } from '#server/scripts/script-rows.queries.ts'
import type { CoAuthorRole } from '#contract/scripts/script-schemas.ts'
import { cardTag, scriptTag } from '#server/scripts/script-tags.ts'

type Action = (typeof memberActions)[number]

const texts: Record<Action, (by: string, name: string, script: string) => string> = {
  'Member Invited': (by, name, script) => `${by} invited ${name} to ${script}`,
  'Script Offered': (by, name, script) => `${by} offered ${script} to ${name}`,
  'Invitation Withdrawn': (by, name, script) => `${by} withdrew the invitation of ${name} to ${script}`,
  'Invitation Declined': (by, _name, script) => `${by} declined an invitation to ${script}`,
  'Member Joined': (by, _name, script) => `${by} joined ${script}`,
  'Member Left': (by, _name, script) => `${by} left ${script}`,
  'Member Removed': (by, name, script) => `${by} removed ${name} from ${script}`,
  'Member Role Changed': (by, name, script) => `${by} changed the role of ${name} in ${script}`,
  'Script Transferred': (by, name, script) => `${by} took over ${script} from ${name}`,
}

type Member = { userId: number; username: string; role?: string }

/** In the history of the script. */
export async function recordMemberActivity(
  tx: Db,
  { id: userId, username: by }: { id: number | null; username: string },
  script: ScriptRow,
  action: Action,
  member: Member,
): Promise<void> {
  await recordActivity(tx, {
    type: 'script',
    action,
    description: texts[action](by, member.username, script.name),
    status: 'info',
    userId,
    targetId: script.id,
    targetType: 'script',
    metadata: member,
  })
}

type Changed = { username: string; change: MemberChangeKind; role?: CoAuthorRole | undefined }

/** For every author except the user who did it. Responses that show the authors change, too. */
export async function emitMembersChange(
  tx: Db,
  actor: { id: number | null; username: string },
  { id: scriptId, userId, name: script }: ScriptRow,
  { username, change, role }: Changed,
  now: Date,
): Promise<void> {
  invalidate(tx, scriptTag(scriptId), cardTag(scriptId))
  const subject = { actorId: actor.id, scriptId, versionId: null, userId }
  const data = { script, username, by: actor.username, change, role: role ?? null }
  await emitEvent(tx, { kind: 'members-changed', ...subject, data }, now)
}
