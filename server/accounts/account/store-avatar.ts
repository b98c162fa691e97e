import { randomBytes } from 'node:crypto'
import { batchesById } from '#platform/concurrency.ts'
import { afterCommit, type Db } from '#platform/database/database.ts'
import { encodeAvatar } from '#platform/inspection/images.ts'
import type { NewFiles } from '#platform/storage/new-files.ts'
import type { App } from '#platform/app.ts'
import { serializeError } from '#platform/log.ts'
import type { ReferencedFile } from '#platform/storage/store.ts'
import { selectAvatarsAfter, selectAvatarsAmong } from './account.queries.ts'

const avatarError = { message: 'Avatar must be JPEG, PNG, GIF, or WebP', field: 'avatar' }

/** In pixels. The user row contains the key of this size; the keys of other sizes differ only in the size. */
const mainSide = '256'
const otherSides = ['96']

/** Re-encodes an avatar and stores its sizes. The random part of the name keeps equal avatars of two users separate. */
export async function storeAvatar(
  { files }: Pick<App, 'files'>,
  newFiles: NewFiles,
  path: string,
  error = avatarError,
): Promise<string> {
  const { sha256, variants } = await encodeAvatar(path, error)
  const name = `${sha256.slice(0, 24)}-${randomBytes(6).toString('hex')}`
  const mainKey = files.createKey('avatars', 'webp', `${name}-${mainSide}`)
  newFiles.add(...avatarKeys(mainKey))
  for (const { label, extension, bytes } of variants)
    await files.write(files.createKey('avatars', extension, `${name}-${label}`), bytes)
  return mainKey
}

/** The keys of all sizes. */
function avatarKeys(mainKey: string): string[] {
  return [mainKey, ...otherSides.map((side) => mainKey.replace(`-${mainSide}.`, `-${side}.`))]
}

/** The key in the user row, from the key of any size. */
function mainKeyOf(key: string): string {
  return key.replace(/-\d+\.(?=[a-z0-9]+$)/, `-${mainSide}.`)
}

/** Removes the files of the old avatar after the commit. */
export function removeAvatarAfter(tx: Db, { files, log }: Pick<App, 'files' | 'log'>, mainKey: string): void {
  afterCommit(tx, () => {
    files
      .remove(avatarKeys(mainKey))
      .catch((error: unknown) => log.warn('An old avatar could not be removed', serializeError(error)))
  })
}

const batchSize = 500

/** All sizes of all avatars, read in batches. */
export async function* filesOfAccounts(db: Db): AsyncGenerator<ReferencedFile> {
  for await (const rows of batchesById((id) => selectAvatarsAfter(db, id, batchSize)))
    for (const { id, avatar } of rows)
      for (const key of avatarKeys(avatar)) yield { key, referencedBy: `user ${id}` }
}

/** The keys that belong to a current avatar. */
export async function accountKeysAmong(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const avatars = await selectAvatarsAmong(db, [...new Set(keys.map(mainKeyOf))])
  return new Set(avatars.flatMap(avatarKeys))
}
