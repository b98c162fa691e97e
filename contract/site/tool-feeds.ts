import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { Time } from '#contract/platform/fields.ts'
import { removalReasons } from '#contract/scripts/removal-schemas.ts'

export const toolFeedLimits = { recallsMax: 500, entriesMax: 100_000 } as const

/** A version that servers should not run, see `_scripthaven` in the guide of the API. */
export const Recall = z.object({
  /** `recalled`: withdrawn for security. `taken-down`: its script was hidden. */
  kind: z.enum(['recalled', 'taken-down']),
  scriptId: z.int(),
  versionId: z.int(),
  number: z.string(),
  /** The hash of the archive. */
  sha256: z.string(),
  /** Why the script was hidden; null for a recalled version, whose reason is the text. */
  removal: z.nullable(z.enum(removalReasons)),
  /** The current version of the script. */
  replacement: z.nullable(z.object({ versionId: z.int(), number: z.string(), sha256: z.string() })),
})
export type Recall = z.output<typeof Recall>

/** JSON Feed 1.1: https://www.jsonfeed.org/version/1.1/ */
export const RecallFeed = z.object({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: z.string(),
  feed_url: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      title: z.string(),
      content_text: z.string(),
      date_published: Time,
      _scripthaven: Recall,
    }),
  ),
})
export type RecallFeed = z.output<typeof RecallFeed>

/** The payload of the signed blocklist. */
export const BlocklistContent = z.object({
  hub: z.string(),
  /** Increases with every change. */
  revision: z.int(),
  /** SHA-256 of archives. */
  archives: z.array(z.string()),
  /** The first 32 hexadecimal digits of the SHA-256 of files. */
  files: z.array(z.string()),
  hosts: z.array(z.string()),
})
export type BlocklistContent = z.output<typeof BlocklistContent>

/** A JSON Web Signature in the flattened form of RFC 7515, with EdDSA (RFC 8037). All parts are base64url. */
export const SignedBlocklist = z.object({
  payload: z.string(),
  protected: z.string(),
  signature: z.string(),
})
export type SignedBlocklist = z.output<typeof SignedBlocklist>

export const toolFeedsApi = {
  recalls: endpoint({
    method: 'GET',
    path: '/api/recalls',
    summary: 'Get the versions that servers should not run',
    description:
      'The newest 500 versions that were withdrawn for security, or whose scripts were taken down, as JSON Feed 1.1. `/feed/recalls.xml` is the same as Atom.',
    access: 'anyone',
    reply: RecallFeed,
  }),
  blocklist: endpoint({
    method: 'GET',
    path: '/api/blocklist.json',
    summary: 'Get the signed blocklist',
    description:
      'Archives and files by their hashes, and hosts, that moderators do not accept here, as a JSON Web Signature. The keys are in `/.well-known/scripthaven.json`; the `kid` of the header names one.',
    access: 'anyone',
    reply: SignedBlocklist,
  }),
}
