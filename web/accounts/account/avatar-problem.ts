import { accountLimits } from '#contract/access/users.ts'
import { imageTypes } from '#contract/scripts/script-fields.ts'

/** Why a file cannot be an avatar, or undefined. The server also checks the content. */
export function avatarProblem(file: { type: string; size: number }): string | undefined {
  if (file.size >= accountLimits.avatarSizeMax) return 'Avatar image must be less than 10MB'
  if (!imageTypes.some((type) => type === file.type)) return 'Avatar must be JPEG, PNG, GIF, or WebP'
  return undefined
}
