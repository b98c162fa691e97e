import type { Db } from '#platform/database/database.ts'
import type { ReferencedFile } from '#platform/storage/store.ts'

import { selectAvatarsAfter, selectAvatarsAmong } from './avatars.queries.ts'
import { avatarKeys, mainKeyOf } from './store-avatar.ts'

const batchSize = 500

/** All sizes of all avatars, read in batches. */
export async function* filesOfAccounts(db: Db): AsyncGenerator<ReferencedFile> {
  for (let last: number | undefined = 0; last !== undefined;) {
    const rows = await selectAvatarsAfter(db, last, batchSize)
    for (const { id, avatar } of rows)
      for (const key of avatarKeys(avatar)) yield { key, referencedBy: `user ${id}` }
    last = rows.at(-1)?.id
  }
}

/** The keys that belong to a current avatar. */
export async function accountKeysAmong(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const avatars = await selectAvatarsAmong(db, [...new Set(keys.map(mainKeyOf))])
  return new Set(avatars.flatMap(avatarKeys))
}
