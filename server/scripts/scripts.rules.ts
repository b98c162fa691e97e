import type { Actor } from '#platform/actor.ts'

/** The author, or whoever moderates scripts, which is not bound by rank (decisions.md). */
export function mayManageScript(actor: Actor | null, script: { userId: number }): boolean {
  if (!actor) return false
  return actor.id === script.userId || actor.permissions.has('admin.scripts.moderate')
}

/** Everybody sees a published script; one that awaits review is for its author and moderators. */
export function maySeeScript(
  actor: Actor | null,
  script: { userId: number; publication: 'published' | 'review' },
): boolean {
  return script.publication === 'published' || mayManageScript(actor, script)
}
