import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { emitEvent, onScript, type StaffChange, recordActivity } from '#server/records/records.public.ts'
import { authorIds, isAuthor } from '#server/scripts/scripts.rules.ts'
import type { ScriptRow } from '#server/scripts/script-rows.queries.ts'
import type { VersionRow } from './versions.queries.ts'

export async function emitPublished(tx: Db, actor: Actor | null, row: VersionRow, now: Date): Promise<void> {
  const data = { ...namesOf(row), author: row.script.author }
  await emitEvent(tx, { kind: 'version-published', ...idsOf(actor, row), data }, now)
}

/** The decision of a moderator about a version that waited. */
export async function emitDecision(
  tx: Db,
  actor: Actor | null,
  row: VersionRow,
  {
    caseId,
    ...decided
  }: { decision: 'published' | 'rejected'; response: string; caseId: number | undefined },
  now: Date,
): Promise<void> {
  const data = { ...namesOf(row), ...decided }
  const ids = { ...idsOf(actor, row), caseId: caseId ?? null }
  await emitEvent(tx, { kind: 'version-decided', ...ids, data }, now)
}

/** For the authors of a script that staff or another author changed. Nothing is sent without changes. */
export async function emitScriptChange(
  tx: Db,
  actor: Pick<Actor, 'id' | 'username'>,
  script: Pick<ScriptRow, 'id' | 'userId' | 'members' | 'name'>,
  changes: StaffChange[],
  now: Date,
): Promise<void> {
  const { id: scriptId, userId, name } = script
  if (changes.length === 0 || authorIds(script).every((id) => id === actor.id)) return
  const by = isAuthor(actor, script) ? { author: actor.username } : {}
  const data = { script: name, changes, ...by }
  await emitEvent(tx, { kind: 'script-changed', actorId: actor.id, scriptId, userId, data }, now)
}

export const idsOf = (actor: Actor | null, { version }: VersionRow) => ({
  actorId: actor?.id ?? null,
  scriptId: version.scriptId,
  versionId: version.id,
})

export const namesOf = ({ script, version }: VersionRow) => ({ script: script.name, number: version.number })

const verbs = {
  'Version Published': 'published',
  'Version Rejected': 'rejected',
  'Version Submitted': 'submitted',
  'Version Updated': 'changed',
  'Version Withdrawn': 'withdrew',
  'Version Restored': 'restored',
}

/** Without an actor for a job, for example when an analysis ends. */
export async function recordVersionActivity(
  tx: Db,
  actor: Actor | null,
  { script, version }: VersionRow,
  action: keyof typeof verbs,
  metadata: Record<string, unknown> = {},
): Promise<void> {
  const isModeration = actor !== null && !isAuthor(actor, script)
  const by = actor?.username ?? 'The site'
  await recordActivity(tx, {
    ...onScript(actor?.id ?? null, version.scriptId),
    action,
    description: `${by} ${verbs[action]} ${script.name} ${version.number}`,
    status: action === 'Version Withdrawn' || action === 'Version Rejected' ? 'warning' : 'success',
    metadata: {
      versionId: version.id,
      number: version.number,
      ...metadata,
      ...(isModeration && { reason: 'moderation' }),
    },
  })
}
