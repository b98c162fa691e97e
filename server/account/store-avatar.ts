import { randomBytes } from 'node:crypto'

import { afterCommit, type Db } from '#platform/database.ts'
import { encodeAvatar } from '#platform/files/images.ts'
import type { Hub } from '#platform/hub.ts'
import { describeError } from '#platform/log.ts'

const avatarTypeMessage = 'Avatar must be JPEG, PNG, GIF, or WebP'

/** The side in pixels whose key stands for an avatar in its row; all sizes share the rest of the key. */
const mainSide = '256'
const otherSides = ['96']

/** Encodes an avatar anew and stores its sizes; the name is random too, so that removing one takes nobody else's. */
export async function storeAvatar({ files }: Pick<Hub, 'files'>, path: string): Promise<string> {
  const { sha256, variants } = await encodeAvatar(path, { refusal: avatarTypeMessage, field: 'avatar' })
  const name = `${sha256.slice(0, 24)}-${randomBytes(6).toString('hex')}`
  const mainKey = files.newKey('avatars', 'webp', `${name}-${mainSide}`)
  try {
    for (const { label, extension, bytes } of variants)
      await files.write(files.newKey('avatars', extension, `${name}-${label}`), bytes)
    return mainKey
  } catch (error) {
    await files.remove(avatarKeys(mainKey))
    throw error
  }
}

/** Every file of an avatar, by the key that its row keeps. */
export function avatarKeys(mainKey: string): string[] {
  return [mainKey, ...otherSides.map((side) => mainKey.replace(`-${mainSide}.`, `-${side}.`))]
}

/** The key that the row of an avatar keeps, by that of any of its sizes. */
export function mainKeyOf(key: string): string {
  return key.replace(/-\d+\.(?=[a-z0-9]+$)/, `-${mainSide}.`)
}

/** The former picture goes only when the new one is there to stay. */
export function removeAvatarAfter(tx: Db, { files, log }: Pick<Hub, 'files' | 'log'>, mainKey: string): void {
  afterCommit(tx, () => {
    files
      .remove(avatarKeys(mainKey))
      .catch((error: unknown) => log.warn('An old avatar was not removed', describeError(error)))
  })
}
