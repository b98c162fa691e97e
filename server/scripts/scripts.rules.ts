import type { Withdrawal } from '#contract/versions.ts'
import type { Actor } from '#platform/actor.ts'

/** Whether the user speaks for the script: answers reports on it and reads its figures. */
export function isAuthor(actor: Actor | null, script: { userId: number }): boolean {
  return actor?.id === script.userId
}

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

type Stored = {
  withdrawnAt: Date | null
  withdrawalKind: Withdrawal['kind'] | null
  withdrawalReason: string | null
  withdrawnBy: number | null
}

/** Null for a version that is not withdrawn. A review without a response is rejected by no user. */
export function withdrawalOf({
  withdrawnAt,
  withdrawalKind: kind,
  withdrawalReason,
  withdrawnBy,
  authorId,
}: Stored & { authorId: number }): Withdrawal | null {
  if (!withdrawnAt || !kind) return null
  const isByModerator = kind === 'rejected' || (withdrawnBy !== null && withdrawnBy !== authorId)
  return { kind, reason: withdrawalReason ?? '', at: withdrawnAt.toISOString(), isByModerator }
}

export type Count = { categoryId: number; status: string; count: number }

/** Filters that have facet counts. An unknown category or status makes a list empty. */
export type Filters = { categoryId: number | undefined; status: string | undefined }
