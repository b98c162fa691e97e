import type { CacheTag } from '#platform/cache/cache-tags.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'

/** The cache tag of responses about one user. */
export function userTag(userId: number): CacheTag {
  return `user:${userId}`
}

/** The cache tag of responses with author names, for example script lists. */
export const authorsTag: CacheTag = 'authors'

export function invalidateUser(tx: Db, userId: number): void {
  invalidate(tx, userTag(userId))
}

/** The job that finds the scripts of an author under the new name. */
export const reindexAuthorJob = 'reindex-author'

export async function onRenamed(tx: Db, userId: number): Promise<void> {
  invalidate(tx, userTag(userId), authorsTag)
  await enqueueJob(tx, reindexAuthorJob, { userId })
}
