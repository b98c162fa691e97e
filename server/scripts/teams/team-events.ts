import type { ScriptRole } from '#contract/scripts/script-schemas.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { userTag } from '#server/access/access.public.ts'
import { emitEvent, type MemberChangeKind } from '#server/records/records.public.ts'

import type { LockedTeam } from './lock-team.ts'

type Changed = { username: string; change: Exclude<MemberChangeKind, 'owner'>; role?: ScriptRole }

/** For every member except the user who did it. */
export async function emitTeamChange(
  tx: Db,
  { actor, team }: Pick<LockedTeam, 'actor' | 'team'>,
  { username, change, role }: Changed,
  now: Date,
): Promise<void> {
  invalidate(tx, userTag(team.id))
  const subject = { actorId: actor.id, scriptId: null, versionId: null, userId: team.id }
  const data = { script: team.name, username, by: actor.username, change, role: role ?? null, isTeam: true }
  await emitEvent(tx, { kind: 'members-changed', ...subject, data }, now)
}
