import type { Db } from '#platform/database/database.ts'
import type { ReferencedFile } from '#platform/storage/store.ts'
import { accountKeysAmong, filesOfAccounts } from '#server/accounts/accounts.public.ts'
import { packsOfArchives, selectPackKeys } from '#server/archives/archives.public.ts'
import { filesOfScripts, scriptKeysAmong } from '#server/scripts/scripts.public.ts'

/** The files of a backup: all that rows reference, without packs, which can be made of archives. */
export async function* filesToBackUp(db: Db): AsyncGenerator<ReferencedFile> {
  yield* filesOfScripts(db)
  yield* filesOfAccounts(db)
}

/** All files that rows reference. */
export async function* referencedFiles(db: Db): AsyncGenerator<ReferencedFile> {
  yield* filesToBackUp(db)
  yield* packsOfArchives(db)
}

/** The keys that rows reference. */
export async function referencedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const found = [
    await scriptKeysAmong(db, keys),
    await accountKeysAmong(db, keys),
    await selectPackKeys(db, keys),
  ]
  return new Set(keys.filter((key) => found.some((referenced) => referenced.has(key))))
}

export const damaged = 'is damaged: its content is not what was uploaded'

export function describeProblem({ key, referencedBy }: ReferencedFile, problem: string): string {
  return `${key} of ${referencedBy} ${problem}`
}
