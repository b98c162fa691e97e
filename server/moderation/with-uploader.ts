import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { selectHasUploaded } from '#server/scripts/scripts.public.ts'

type Concerned = { userId: number | null; archiveSha256: string | null }

/** A user who uploaded the archive of a case takes part in it like its author, also with another script. */
export async function withUploader<Row extends Concerned>(db: Db, actor: Actor, row: Row): Promise<Row> {
  const { archiveSha256 } = row
  const isUploader = archiveSha256 !== null && (await selectHasUploaded(db, actor.id, archiveSha256))
  return isUploader ? { ...row, userId: actor.id } : row
}
