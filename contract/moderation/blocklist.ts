import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { IdParams, noNul, Pagination, paging, requiredText, sentId, Time } from '#contract/platform/fields.ts'
import type { Permission } from '#contract/platform/permissions.ts'

export const blocklistLimits = {
  pageSize: 25,
  reasonMax: 500,
  exceptMax: 500,
  /** An entry that matches more published versions needs an administrator. */
  versionsMax: 20,
  /** Versions that were not searched are counted up to this. */
  countMax: 1000,
} as const

export const blocklistKinds = ['archive', 'file', 'host', 'text'] as const
export type BlocklistKind = (typeof blocklistKinds)[number]
const Kind = z.enum(blocklistKinds, 'Kind must be archive, file, host or text')

/** Blocking an archive or a file rejects uploads; a host or a text is a finding of severity high. */
export function permissionOfEntry(kind: BlocklistKind): Permission {
  return kind === 'archive' || kind === 'file' ? 'admin.takedowns.manage' : 'admin.scripts.moderate'
}

const valueOf = (pattern: RegExp, error: string, ...checks: ReturnType<typeof z.toLowerCase>[]) =>
  z.string('Value is required').check(z.trim(), ...checks, z.regex(pattern, error), noNul)

/** As they are stored: hashes and hosts in lower case, of a file the first 32 digits. */
const values = {
  archive: valueOf(/^[0-9a-f]{64}$/, 'An archive is its SHA-256: 64 hexadecimal digits', z.toLowerCase()),
  file: valueOf(
    /^[0-9a-f]{32}(?:[0-9a-f]{32})?$/,
    'A file is its SHA-256: 64 hexadecimal digits, or the first 32',
    z.toLowerCase(),
  ).check(z.overwrite((text) => text.slice(0, 32))),
  host: valueOf(
    /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/,
    'A host is a name such as bad.example, without https:// and path',
    z.toLowerCase(),
  ),
  text: valueOf(/^[^]{8,200}$/, 'A text must be 8 to 200 characters'),
} as const

const reason = requiredText(
  'Reason is required',
  blocklistLimits.reasonMax,
  'The reason must be at most 500 characters',
)

const caseId = z.optional(z.nullable(z.int().check(z.gte(1), z.lte(2_147_483_647))))

const keyOf = <Kind extends BlocklistKind>(kind: Kind) =>
  z.object({ kind: z.literal(kind), value: values[kind] })

/** Scripts that keep a blocked archive or file. */
const exceptedScripts = z.array(sentId()).check(z.maxLength(blocklistLimits.exceptMax, 'At most 500 scripts'))
export const ExceptedScripts = z._default(exceptedScripts, [])

const draftOf = <Kind extends BlocklistKind>(kind: Kind) =>
  z.extend(keyOf(kind), { reason, caseId, except: z.optional(exceptedScripts) })
const kindError = 'Kind must be archive, file, host or text'

export const BlocklistKey = z.discriminatedUnion(
  'kind',
  [keyOf('archive'), keyOf('file'), keyOf('host'), keyOf('text')],
  kindError,
)
export type BlocklistKey = z.output<typeof BlocklistKey>

export const BlocklistDraft = z.discriminatedUnion(
  'kind',
  [draftOf('archive'), draftOf('file'), draftOf('host'), draftOf('text')],
  kindError,
)
export type BlocklistDraft = z.output<typeof BlocklistDraft>

export const BlocklistEntry = z.object({
  id: z.int(),
  kind: Kind,
  value: z.string(),
  reason: z.string(),
  /** Null for an entry of the rule set, and when the account was deleted. */
  addedBy: z.nullable(z.string()),
  caseId: z.nullable(z.int()),
  createdAt: Time,
})
export type BlocklistEntry = z.output<typeof BlocklistEntry>

export const BlocklistPage = z.object({ entries: z.array(BlocklistEntry), pagination: Pagination })
export type BlocklistPage = z.output<typeof BlocklistPage>

/** A script that an entry would touch: it is public with the archive or file, or a version of it waits with it. */
export const TouchedScript = z.object({
  id: z.int(),
  name: z.string(),
  author: z.string(),
  /** Its author had the archive or file first, so the entry leaves it public. */
  isSpared: z.boolean(),
  /** Only a version that waits for review has it. */
  isWaiting: z.boolean(),
})
export type TouchedScript = z.output<typeof TouchedScript>

export const BlocklistEffect = z.object({
  isListed: z.boolean(),
  /** How many archives it is in; of hosts and texts those with published versions. */
  archives: z.int(),
  /** Published versions with these archives. */
  versions: z.int(),
  /** Published versions that could not be searched and may contain it, too; counted up to 1,000. */
  notSearched: z.int(),
  /** Scripts with these archives, those of the first author first; at most 500 of them. */
  scripts: z.array(TouchedScript),
  scriptCount: z.int(),
  /** It may match more than 20 published versions, with those that were not searched, and the reader is no administrator. */
  needsAdministrator: z.boolean(),
})
export type BlocklistEffect = z.output<typeof BlocklistEffect>

const staff = ['admin.scripts.moderate', 'admin.takedowns.manage'] as const

export const blocklistApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/moderation/blocklist',
    summary: 'List the blocklist',
    description: 'Archives, files, hosts and texts of known backdoors, newest first.',
    access: staff,
    query: z.object({
      ...paging(blocklistLimits.pageSize),
      kind: z.optional(Kind),
      search: z._default(z.string().check(z.trim(), z.maxLength(200), noNul), ''),
    }),
    reply: BlocklistPage,
  }),
  effect: endpoint({
    method: 'GET',
    path: '/api/moderation/blocklist/effect',
    summary: 'Get what an entry of the blocklist would affect',
    access: staff,
    description:
      'Hosts and texts are looked for in the stored texts of published versions for at most 4 seconds, newest archives first; `notSearched` published versions may match, too.',
    query: BlocklistKey,
    reply: BlocklistEffect,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/moderation/blocklist',
    summary: 'Add an entry to the blocklist',
    description:
      'Archives and files need `admin.takedowns.manage`, hosts and texts `admin.scripts.moderate`. An entry that matches more than 20 published versions, together with those that could not be searched, needs an administrator. Published versions with a blocked archive or file have to be reviewed again, except those of `except` and, if several authors have it, of the author who had it first.',
    access: staff,
    body: BlocklistDraft,
    reply: BlocklistEntry,
    status: 201,
    errors: ['forbidden', 'conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/moderation/blocklist/:id',
    summary: 'Remove an entry from the blocklist',
    description: 'Versions that were public before it are public again.',
    access: staff,
    params: IdParams,
    query: z.object({ reason }),
    reply: z.null(),
    status: 204,
    errors: ['forbidden'],
  }),
}
