import type { Db } from '#platform/database.ts'
import type { NamedFile } from '#platform/files/store.ts'

import { selectAvatarsAfter, selectAvatarsAmong } from './avatars.queries.ts'
import { avatarKeys, mainKeyOf } from './store-avatar.ts'

const batchSize = 500

/** Every size of every avatar, a batch at a time. */
export async function* filesOfAccounts(db: Db): AsyncGenerator<NamedFile> {
  for (let last: number | undefined = 0; last !== undefined;) {
    const rows = await selectAvatarsAfter(db, last, batchSize)
    for (const { id, avatar } of rows)
      for (const key of avatarKeys(avatar)) yield { key, namedBy: `user ${id}` }
    last = rows.at(-1)?.id
  }
}

/** Which of these keys belong to an avatar that somebody has. */
export async function accountKeysAmong(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const avatars = await selectAvatarsAmong(db, [...new Set(keys.map(mainKeyOf))])
  return new Set(avatars.flatMap(avatarKeys))
}
