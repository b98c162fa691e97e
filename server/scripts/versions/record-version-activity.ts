import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { recordActivity } from '#server/records/records.public.ts'

import { isAuthor } from '#server/scripts/scripts.rules.ts'

import type { VersionRow } from './versions.queries.ts'

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
    type: 'script',
    action,
    description: `${by} ${verbs[action]} ${script.name} ${version.number}`,
    status: action === 'Version Withdrawn' || action === 'Version Rejected' ? 'warning' : 'success',
    userId: actor?.id ?? null,
    targetId: version.scriptId,
    targetType: 'script',
    metadata: {
      versionId: version.id,
      number: version.number,
      ...metadata,
      ...(isModeration && { reason: 'moderation' }),
    },
  })
}
