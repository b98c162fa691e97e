import type { Db } from '#platform/database/database.ts'

import { scriptDownloads } from './scripts.tables.ts'

/** Records that a user fetched the download link of a script. */
export async function insertLink(db: Db, userId: number, scriptId: number, at: Date): Promise<void> {
  await db
    .insert(scriptDownloads)
    .values({ userId, scriptId, linkedAt: at })
    .onConflictDoUpdate({ target: [scriptDownloads.userId, scriptDownloads.scriptId], set: { linkedAt: at } })
}
