import { z } from 'zod/mini'

import {
  fromDigits,
  invisibleText,
  isVisible,
  isWebUrl,
  multiline,
  noNul,
  visible,
} from '#contract/platform/fields.ts'
import { fileMessages } from '#contract/platform/script-file-rules.ts'

import { licenseMessage, licenses, type License } from './licenses.ts'
import { archiveExtension, scriptLimits, scriptStatuses } from './script-limits.ts'

export { archiveRules, fileMessages } from '#contract/platform/script-file-rules.ts'
export { archiveExtension, archiveExtensions, scriptLimits } from './script-limits.ts'

export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

/** The error message for a file that cannot be the archive, or undefined. Only the server checks the content. */
export function archiveProblem(file: { name: string; size: number } | undefined): string | undefined {
  if (!file) return fileMessages.fileRequired
  if (isPartName(file.name)) return fileMessages.oneOfSet
  if (!archiveExtension(file.name)) return fileMessages.fileExtension
  if (file.size > scriptLimits.fileSizeMax) return fileMessages.fileTooLarge
  return undefined
}

/** `pack.7z.001`, `pack.part2.rar`, `pack.r00` and `pack.z01`. */
function isPartName(name: string): boolean {
  return /\.(?:(?:zip|rar|7z)\.\d{3}|part\d+\.rar|[rz]\d{2})$/i.test(name)
}

/** The error message for files that cannot be the images, or undefined. */
export function imagesProblem(images: readonly { type: string; size: number }[]): string | undefined {
  if (images.length === 0) return fileMessages.imageRequired
  if (images.length > scriptLimits.imagesMax) return fileMessages.tooManyImages
  for (const [index, image] of images.entries()) {
    if (image.size > scriptLimits.imageSizeMax) return fileMessages.imageTooLarge(index + 1)
    if (!imageTypes.some((type) => type === image.type)) return fileMessages.imageType(index + 1)
  }
  return undefined
}

/** Splits comma-separated text; empty and duplicate tags are dropped. */
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
    visible(),
  )
// As in `multiline`.
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
  .check(z.trim(), z.maxLength(scriptLimits.versionMax, 'Version must be at most 20 characters'), visible())
const tagsText = z
  .string()
  .check(z.maxLength(scriptLimits.tagsMax, 'Tags must be at most 200 characters'), visible())

const changelog = multiline('Changelog', scriptLimits.changelogMax)
const documentation = multiline('Documentation', scriptLimits.documentationMax)
const license = z.enum(['', ...licenses], licenseMessage)
const link = (name: string) =>
  z.string(`${name} must be text`).check(
    z.trim(),
    z.maxLength(scriptLimits.linkMax, `${name} must be at most 500 characters`),
    z.refine(
      (text) => text === '' || isWebUrl(text),
      `${name} must be a link that starts with http:// or https://`,
    ),
  )

/** Optional. An empty text removes the value. */
const details = {
  documentation,
  license,
  sourceUrl: link('Source repository'),
  documentationUrl: link('Documentation link'),
  supportUrl: link('Support link'),
}
export type ScriptDetails = {
  [Name in keyof typeof details]: Name extends 'license' ? License | '' : string
}

const optionalDetails = z.partial(z.object(details)).shape

export const noDetails: ScriptDetails = {
  documentation: '',
  license: '',
  sourceUrl: '',
  documentationUrl: '',
  supportUrl: '',
}

const fileKey = z.optional(z.string().check(z.maxLength(200)))
const fileSize = z.optional(
  fromDigits(z.number('File size must be a number').check(z.int('File size must be a number'), z.gte(0))),
)

/** Empty: the user submits it as their own. */
const teamId = z.optional(
  z
    .string()
    .check(z.trim(), z.regex(/^(?:[1-9]\d{0,8})?$/, 'Owner must be the id of one of your teams, or empty')),
)

/** The fields of the submit form. Its files are checked by archiveProblem and imagesProblem. */
export const SubmitForm = z.object({
  name: scriptName,
  description,
  script_status: scriptStatus,
  category,
  version,
  tags: tagsText,
  ...details,
})
export type SubmitForm = z.output<typeof SubmitForm>

/** The fields of the edit form; the changelog belongs to a new archive, and the team to a new script. */
export const EditForm = z.extend(SubmitForm, { changelog, teamId })
export type EditForm = z.output<typeof EditForm>

/** Tags are sent as a JSON array; comma-separated text is accepted too. */
const sentTags = z
  .pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => {
        const json = parsedJson(text)
        // A number may be a tag in comma-separated text.
        if (json === undefined ? !text.trim().startsWith('[') : typeof json === 'number')
          return splitTags(text)
        return json
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
    z.refine((tags: string[]) => isVisible(tags.join(',')), invisibleText),
  )

/** The text fields of POST /api/scripts. `author` and `user_id` are ignored; the owner is the signed-in user or `teamId`. */
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
  ...optionalDetails,
  /** The changelog of the version that the archive becomes. */
  changelog: z.optional(changelog),
  /** The team that owns the script. */
  teamId,
  fileKey,
  fileSize,
})
export type ScriptDraft = z.output<typeof ScriptDraft>

const notImageUrls = 'Image order must be a list of image URLs'
const jsonText = z.pipe(z.string(), z.transform(parsedJson))

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The values that an edit form was loaded with. */
const ExpectedScript = z.object(
  {
    name: z.optional(z.string()),
    description: z.optional(z.string()),
    script_status: z.optional(z.string()),
    category: z.optional(z.string()),
    version: z.optional(z.string()),
    tags: z.optional(z.array(z.string())),
    documentation: z.optional(z.string()),
    license: z.optional(z.string()),
    sourceUrl: z.optional(z.string()),
    documentationUrl: z.optional(z.string()),
    supportUrl: z.optional(z.string()),
    images: z.optional(z.array(z.string())),
    sha256: z.optional(z.string()),
  },
  'Expected must be a JSON object of fields of the script',
)
export type ExpectedScript = z.output<typeof ExpectedScript>

/**
 * The text fields of PUT /api/scripts/{id}; fields that are not sent stay unchanged. `expected` is a JSON object of the
 * values that the form was loaded with: if another user has changed one of these fields since, the response is 409 and
 * names it. `sha256` represents the archive.
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
  ...optionalDetails,
  /** A JSON array of URLs from `images`. */
  removeImages: z.optional(
    z.pipe(jsonText, z.array(z.string(), 'Images to remove must be a list of image addresses')),
  ),
  /**
   * A JSON array of all URLs of `images` that remain, in their new order. The first one is the cover. With `new-1` for the
   * first of the sent images, `new-2` for the second and so on, these are added instead of replacing all.
   */
  imageOrder: z.optional(z.pipe(jsonText, z.array(z.string(notImageUrls), notImageUrls))),
  expected: z.optional(z.pipe(jsonText, ExpectedScript)),
  /** The changelog of the version that the archive becomes; without an archive that of the current one. */
  changelog: z.optional(changelog),
  fileKey,
  fileSize,
})
export type ScriptChange = z.output<typeof ScriptChange>

/** The text fields of POST /api/scripts/{id}/versions. An empty number is chosen by the server. */
export const VersionDraft = z.object({
  number: z.optional(version),
  changelog: z.optional(changelog),
  fileKey,
  fileSize,
})
export type VersionDraft = z.output<typeof VersionDraft>

/** The JSON body of PUT /api/versions/{id}. */
export const VersionTexts = z.object({ changelog })
export type VersionTexts = z.output<typeof VersionTexts>
