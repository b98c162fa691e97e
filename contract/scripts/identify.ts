import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { Time } from '#contract/platform/fields.ts'
import { removalReasons } from './removal-schemas.ts'
import { withdrawalKinds } from './versions.ts'

export const identifyLimits = {
  hashesMax: 5000,
  scriptsMax: 200,
  /** At most this many versions of one script are named, best match first. */
  versionsMax: 5,
  /** A file in more archives identifies none. */
  archivesMax: 64,
  bodyMax: 512 * 1024,
} as const

export const IdentifyBody = z.object({
  /** The SHA-256 of each file in hexadecimal digits. */
  hashes: z
    .array(
      z
        .string('Hashes must be texts')
        .check(z.regex(/^[0-9a-f]{64}$/, 'A hash must have 64 hexadecimal digits in lower case')),
      'Hashes must be a list',
    )
    .check(
      z.minLength(1, 'Hashes are required'),
      z.maxLength(identifyLimits.hashesMax, 'At most 5,000 hashes in one call'),
    ),
})
export type IdentifyBody = z.output<typeof IdentifyBody>

export const IdentifiedVersion = z.object({
  id: z.int(),
  number: z.string(),
  publishedAt: Time,
  /** The hash of the archive. */
  sha256: z.string(),
  withdrawal: z.nullable(z.object({ kind: z.enum(withdrawalKinds), reason: z.string() })),
  /** How many of the hashes it contains. */
  matched: z.int(),
  /** How many different files it has, without empty ones. */
  files: z.int(),
})

export const IdentifiedScript = z.object({
  id: z.int(),
  name: z.string(),
  author: z.string(),
  /** The path of its page. */
  path: z.string(),
  versions: z.array(IdentifiedVersion),
  /** The hashes that the first version contains, by their positions in the request, from 0. */
  hashes: z.array(z.int()),
})

/** A version of a script that was hidden because of a backdoor, a stolen work or a copyright, see `/api/recalls`. */
export const IdentifiedRemoval = z.object({
  scriptId: z.int(),
  number: z.string(),
  sha256: z.string(),
  removal: z.enum(removalReasons),
  matched: z.int(),
  files: z.int(),
  /** The hashes that it contains, by their positions in the request, from 0. */
  hashes: z.array(z.int()),
})

export const Identified = z.object({
  scripts: z.array(IdentifiedScript),
  /** Of each script its best match. */
  takenDown: z.array(IdentifiedRemoval),
  /** How many of the hashes are in too many archives to identify one. */
  common: z.int(),
})
export type Identified = z.output<typeof Identified>

export const identifyApi = endpoint({
  method: 'POST',
  path: '/api/identify',
  summary: 'Find the scripts that contain files',
  description:
    'Published versions that contain the files with these hashes, best match first: many of the files, and few others. Files that are in more than 64 archives, such as common libraries, identify none. Versions of scripts that were taken down are in a list of their own. The files of a new version are known a few seconds after its analysis.',
  access: 'anyone',
  bodyMax: identifyLimits.bodyMax,
  body: IdentifyBody,
  reply: Identified,
  limit: 'search',
})
