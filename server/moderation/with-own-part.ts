import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { selectActiveBan } from '#server/access/access.public.ts'
import { withOwnReports, type StoredCase } from '#server/records/records.public.ts'
import { selectMaintained } from '#server/scripts/scripts.public.ts'

/**
 * The cases as this user takes part in them: with their own report, and as an author where they maintain the script now.
 * A takedown notice stays with the user who shared the script, who alone can answer it.
 */
export async function withOwnPart(
  db: Db,
  actor: Actor,
  rows: readonly StoredCase[],
  now: Date,
): Promise<StoredCase[]> {
  const own = await withOwnReports(db, actor.id, rows)
  const others = own.flatMap(({ kind, scriptId, userId }) =>
    kind !== 'takedown' && scriptId !== null && userId !== actor.id ? [scriptId] : [],
  )
  const maintained = await selectMaintained(db, actor.id, others)
  if (maintained.size === 0 || (await selectActiveBan(db, actor.id, now))) return own
  return own.map((row) =>
    row.kind !== 'takedown' && row.scriptId !== null && maintained.has(row.scriptId)
      ? { ...row, userId: actor.id }
      : row,
  )
}
