import type { Db } from '#platform/database.ts'

import { scriptDownloads } from './scripts.tables.ts'

/** Notes that a user fetched the link of a script: only a download behind a fresh link counts. */
export async function insertLink(db: Db, userId: number, scriptId: number, at: Date): Promise<void> {
  await db
    .insert(scriptDownloads)
    .values({ userId, scriptId, linkedAt: at })
    .onConflictDoUpdate({ target: [scriptDownloads.userId, scriptDownloads.scriptId], set: { linkedAt: at } })
}
