import type { Db } from '#platform/database.ts'
import type { NamedFile } from '#platform/files/store.ts'
import { accountKeysAmong, filesOfAccounts } from '#server/account/account.public.ts'
import { filesOfScripts, scriptKeysAmong } from '#server/scripts/scripts.public.ts'

/** Every file that a row names, whatever it belongs to. */
export async function* namedFiles(db: Db): AsyncGenerator<NamedFile> {
  yield* filesOfScripts(db)
  yield* filesOfAccounts(db)
}

/** Those of the keys that a row names. */
export async function keysNamed(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const [ofScripts, ofAccounts] = [await scriptKeysAmong(db, keys), await accountKeysAmong(db, keys)]
  return new Set(keys.filter((key) => ofScripts.has(key) || ofAccounts.has(key)))
}
