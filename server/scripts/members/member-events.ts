import type { CoAuthorRole } from '#contract/scripts/script-schemas.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { emitEvent, type MemberChangeKind } from '#server/records/records.public.ts'
import type { ScriptRow } from '#server/scripts/script-rows.queries.ts'
import { cardTag, scriptTag } from '#server/scripts/script-tags.ts'

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
