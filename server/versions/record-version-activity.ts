import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { recordActivity } from '#server/activities/activities.public.ts'

import type { VersionRow } from './versions.queries.ts'

const verbs = {
  'Version Published': 'published',
  'Version Submitted': 'submitted',
  'Version Updated': 'changed',
  'Version Withdrawn': 'withdrew',
  'Version Restored': 'restored',
}

export async function recordVersionActivity(
  tx: Db,
  actor: Actor,
  { script, version }: VersionRow,
  action: keyof typeof verbs,
  metadata: Record<string, string> = {},
): Promise<void> {
  const isModeration = script.userId !== actor.id
  await recordActivity(tx, {
    type: 'script',
    action,
    description: `${actor.username} ${verbs[action]} ${script.name} ${version.number}`,
    status: action === 'Version Withdrawn' ? 'warning' : 'success',
    userId: actor.id,
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
