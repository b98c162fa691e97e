import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden } from '#platform/errors.ts'
import type { FindingKey } from '#server/archives/archives.public.ts'

import { selectHasFile, selectHasUploaded } from './versions.queries.ts'

/** No user publishes an archive that they uploaded or that a script of theirs has. */
export async function assertNotOwnArchive(db: Db, actor: Actor, sha256: string): Promise<void> {
  if (await selectHasUploaded(db, actor.id, sha256))
    throw forbidden('You uploaded this archive. Another moderator must decide about it.')
}

/** No user decides about a finding in a file that they uploaded or that a script of theirs has. */
export async function assertNotOwnFile(db: Db, actor: Actor, key: FindingKey): Promise<void> {
  if (await selectHasFile(db, actor.id, key))
    throw forbidden('You uploaded this file. Another moderator must decide about it.')
}
