import type { Actor } from '#platform/actor.ts'

/** The author or a moderator; moderation of scripts is not limited by rank. */
export function mayManageScript(actor: Actor | null, script: { userId: number }): boolean {
  if (!actor) return false
  return actor.id === script.userId || actor.permissions.has('admin.scripts.moderate')
}

/** A published script is public; one that waits for review or was removed is visible to its author and moderators. */
export function maySeeScript(
  actor: Actor | null,
  script: { userId: number; publication: 'published' | 'review' | 'removed' },
): boolean {
  return script.publication === 'published' || mayManageScript(actor, script)
}
