import type { Db } from '#platform/database/database.ts'
import type { StoredCase } from '#server/records/records.public.ts'
import { maintainerIds, selectOwnership } from '#server/scripts/scripts.public.ts'

/** The users whom a case concerns: the one it was opened about, and those who maintain the script now. */
export async function selectAuthors(
  db: Db,
  { kind, userId, scriptId }: Pick<StoredCase, 'kind' | 'userId' | 'scriptId'>,
): Promise<number[]> {
  const script = kind === 'takedown' || scriptId === null ? undefined : await selectOwnership(db, scriptId)
  return [...new Set([...(userId === null ? [] : [userId]), ...(script ? maintainerIds(script) : [])])]
}
