import { z } from 'zod/mini'

import { noNul } from './fields.ts'
import { archiveExtension, scriptLimits, scriptStatuses } from './script-limits.ts'

export {
  archiveExtension,
  archiveExtensions,
  scriptLimits,
  scriptSorts,
  scriptStatuses,
} from './script-limits.ts'
export type { ScriptSort, ScriptStatus } from './script-limits.ts'

/** The messages of the file rules; their limits are in `scriptLimits`. */
export const fileMessages = {
  fileRequired: 'Script file is required',
  fileExtension: 'File must be a .zip, .rar, or .7z archive',
  fileTooLarge: 'File size must be less than 1000MB',
  imageRequired: 'At least one image is required',
  tooManyImages: 'Maximum 5 images allowed',
  /** `n` counts from 1. */
  imageTooLarge: (n: number) => `Image ${n} is too large (max 10MB)`,
  imageType: (n: number) => `Image ${n} must be JPEG, PNG, GIF, or WebP`,
} as const

export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

/** Why a chosen file cannot be the script's archive, or undefined. Its content is the server's to judge. */
export function archiveProblem(file: { name: string; size: number } | undefined): string | undefined {
  if (!file) return fileMessages.fileRequired
  if (!archiveExtension(file.name)) return fileMessages.fileExtension
  if (file.size > scriptLimits.fileSizeMax) return fileMessages.fileTooLarge
  return undefined
}

/** Why the chosen pictures cannot be the script's images, or undefined. */
export function imagesProblem(images: readonly { type: string; size: number }[]): string | undefined {
  if (images.length === 0) return fileMessages.imageRequired
  if (images.length > scriptLimits.imagesMax) return fileMessages.tooManyImages
  for (const [index, image] of images.entries()) {
    if (image.size > scriptLimits.imageSizeMax) return fileMessages.imageTooLarge(index + 1)
    if (!imageTypes.some((type) => type === image.type)) return fileMessages.imageType(index + 1)
  }
  return undefined
}

/** Comma separated text as people type it: trimmed, empties and repeats dropped. */
export function splitTags(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ]
}

const scriptName = z
  .string('Script name is required')
  .check(
    z.trim(),
    z.minLength(1, 'Script name is required'),
    z.minLength(scriptLimits.nameMin, 'Script name must be at least 3 characters'),
    z.maxLength(scriptLimits.nameMax, 'Script name must be at most 100 characters'),
    noNul,
  )
// A form on its way writes every line break as two characters; the person who counted saw one.
const description = z.string('Description is required').check(
  z.overwrite((text) => text.replaceAll('\r\n', '\n')),
  z.trim(),
  z.minLength(1, 'Description is required'),
  z.minLength(scriptLimits.descriptionMin, 'Description must be at least 20 characters'),
  z.maxLength(scriptLimits.descriptionMax, 'Description must be at most 1000 characters'),
  noNul,
)
const scriptStatus = z.enum(scriptStatuses, {
  error: ({ input }) => (input ? 'Script status must be Readable or Decrypted' : 'Script status is required'),
})
const category = z
  .string('Category is required')
  .check(z.trim(), z.minLength(1, 'Category is required'), z.maxLength(100, 'Category does not exist'), noNul)
const version = z
  .string()
  .check(z.trim(), z.maxLength(scriptLimits.versionMax, 'Version must be at most 20 characters'), noNul)
const tagsText = z
  .string()
  .check(z.maxLength(scriptLimits.tagsMax, 'Tags must be at most 200 characters'), noNul)

/** The submit form as a person fills it in; files are checked by archiveProblem and imagesProblem. */
export const SubmitForm = z.object({
  name: scriptName,
  description,
  script_status: scriptStatus,
  category,
  version,
  tags: tagsText,
})
export type SubmitForm = z.output<typeof SubmitForm>

/** On the wire tags are JSON text, a list; comma separated text is taken too. */
const sentTags = z
  .pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => {
        if (!text.trim().startsWith('[')) return splitTags(text)
        try {
          return JSON.parse(text) as unknown
        } catch {
          return undefined
        }
      }),
    ),
    z.pipe(
      z.array(z.string('Tags must be a list of text'), 'Tags must be a list of text'),
      z.transform((tags: string[]) => splitTags(tags.join(','))),
    ),
  )
  .check(
    z.refine(
      (tags: string[]) => tags.join(',').length <= scriptLimits.tagsMax,
      'Tags must be at most 200 characters',
    ),
    z.refine((tags: string[]) => !tags.join('').includes('\u0000'), 'Text must not contain NUL characters'),
  )

/** The text fields of POST /api/scripts. `author` and `user_id` are ignored: the token says who it is. */
export const ScriptDraft = z.object({
  name: scriptName,
  description,
  script_status: scriptStatus,
  category,
  version: z._default(
    z.pipe(
      version,
      z.transform((text: string) => text || '1.0.0'),
    ),
    '1.0.0',
  ),
  tags: z._default(sentTags, []),
  fileKey: z.optional(z.string().check(z.maxLength(200))),
  fileSize: z.optional(
    z.coerce.number('File size must be a number').check(z.int('File size must be a number'), z.gte(0)),
  ),
})
export type ScriptDraft = z.output<typeof ScriptDraft>

const jsonText = z.pipe(
  z.string(),
  z.transform((text: string) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      return undefined
    }
  }),
)

/** What an edit was made on, of the fields of `Script` that it changes. */
const ExpectedScript = z.object(
  {
    name: z.optional(z.string()),
    description: z.optional(z.string()),
    script_status: z.optional(z.string()),
    category: z.optional(z.string()),
    version: z.optional(z.string()),
    tags: z.optional(z.array(z.string())),
    images: z.optional(z.array(z.string())),
    sha256: z.optional(z.string()),
  },
  'Expected must be a JSON object of fields of the script',
)
export type ExpectedScript = z.output<typeof ExpectedScript>

/**
 * The text fields of PUT /api/scripts/{id}: only what changes. `expected` is JSON text, what the form was opened with:
 * a field that somebody else has changed since then is refused with 409 and named. `images` and `sha256` stand for the
 * pictures and the archive.
 */
export const ScriptChange = z.object({
  name: z.optional(scriptName),
  description: z.optional(description),
  script_status: z.optional(scriptStatus),
  category: z.optional(category),
  version: z.optional(
    z.pipe(
      version,
      z.transform((text: string) => text || '1.0.0'),
    ),
  ),
  tags: z.optional(sentTags),
  /** JSON text: a list of addresses out of `images`. */
  removeImages: z.optional(
    z.pipe(jsonText, z.array(z.string(), 'Images to remove must be a list of image addresses')),
  ),
  expected: z.optional(z.pipe(jsonText, ExpectedScript)),
  fileKey: z.optional(z.string().check(z.maxLength(200))),
  fileSize: z.optional(
    z.coerce.number('File size must be a number').check(z.int('File size must be a number'), z.gte(0)),
  ),
})
export type ScriptChange = z.output<typeof ScriptChange>
