import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { recordActivity } from '#server/records/records.public.ts'
import type { ScriptRow } from '#server/scripts/script-rows.queries.ts'

const texts = {
  'Member Invited': (by: string, name: string, script: string) => `${by} invited ${name} to ${script}`,
  'Script Offered': (by: string, name: string, script: string) => `${by} offered ${script} to ${name}`,
  'Invitation Withdrawn': (by: string, name: string, script: string) =>
    `${by} withdrew the invitation of ${name} to ${script}`,
  'Invitation Declined': (by: string, _name: string, script: string) =>
    `${by} declined an invitation to ${script}`,
  'Member Joined': (by: string, _name: string, script: string) => `${by} joined ${script}`,
  'Member Left': (by: string, _name: string, script: string) => `${by} left ${script}`,
  'Member Removed': (by: string, name: string, script: string) => `${by} removed ${name} from ${script}`,
  'Member Role Changed': (by: string, name: string, script: string) =>
    `${by} changed the role of ${name} in ${script}`,
  'Script Transferred': (by: string, name: string, script: string) =>
    `${by} took over ${script} from ${name}`,
}

type Member = { userId: number; username: string; role?: string }

/** In the history of the script. */
export async function recordMemberActivity(
  tx: Db,
  actor: Actor,
  script: ScriptRow,
  action: keyof typeof texts,
  member: Member,
): Promise<void> {
  await recordActivity(tx, {
    type: 'script',
    action,
    description: texts[action](actor.username, member.username, script.name),
    status: 'info',
    userId: actor.id,
    targetId: script.id,
    targetType: 'script',
    metadata: member,
  })
}
