import { z } from 'zod/mini'

import { Description } from '#contract/platform/description.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import {
  Id,
  IdParams,
  multiline,
  NamedUser,
  noNul,
  Pagination,
  paging,
  Success,
  Time,
  visible,
} from '#contract/platform/fields.ts'
import { scriptLimits } from './script-limits.ts'
import { ScriptSummary } from './script-schemas.ts'

export const collectionLimits = {
  titleMax: 100,
  noteMax: 200,
  entriesMax: 200,
  collectionsMax: 100,
  pageSize: 20,
  /** The list of public collections ends here. */
  listedMax: 10_000,
  imagesMax: 4,
  queryMax: 100,
} as const

/** `updated`: the latest change first. `followers`: the most followed first. */
export const collectionSorts = ['newest', 'updated', 'followers'] as const
export type CollectionSort = (typeof collectionSorts)[number]

/** `link`: everyone who has the id and the key reads it. */
export const visibilities = ['private', 'link', 'public'] as const

/**
 * `hidden`: the script is not public now. `withdrawn`: the script is public, the fixed version was withdrawn. `deleted`:
 * the script does not exist any more.
 */
const entryStates = ['available', 'hidden', 'withdrawn', 'deleted'] as const

export const CollectionDraft = z.object({
  title: z
    .string('Title is required')
    .check(
      z.trim(),
      z.minLength(1, 'Title is required'),
      z.maxLength(collectionLimits.titleMax, 'Title must be at most 100 characters'),
      visible(),
    ),
  /** Markdown, as in a description. */
  text: z._default(multiline('Text', scriptLimits.descriptionMax), ''),
  visibility: z.enum(visibilities, 'Visibility must be private, link or public'),
})
export type CollectionDraft = z.output<typeof CollectionDraft>

const entryDetails = {
  note: z._default(multiline('Note', collectionLimits.noteMax), ''),
  /** A version of the script. Null for the current one. */
  versionId: z._default(z.nullable(Id), null),
}

export const CollectionEntryDraft = z.object(entryDetails)

export const CollectionEntriesDraft = z.object({
  /** In their order. */
  entries: z
    .array(z.object({ scriptId: Id, ...entryDetails }), 'Entries must be a list')
    .check(z.maxLength(collectionLimits.entriesMax, 'A collection has at most 200 scripts')),
})
export type CollectionEntryValues = z.output<typeof CollectionEntriesDraft>['entries'][number]

export const CollectionSummary = z.object({
  id: z.int(),
  title: z.string(),
  visibility: z.enum(visibilities),
  /** A collection with the visibility `link` has one. */
  key: z.nullable(z.string()),
  /** The private collection "Saved for later". */
  isSaved: z.boolean(),
  owner: NamedUser,
  entryCount: z.int(),
  followers: z.int(),
  /** URLs of images of the first public scripts, at most 4. */
  images: z.array(z.string()),
  createdAt: Time,
  updatedAt: Time,
})
export type CollectionSummary = z.output<typeof CollectionSummary>

export const CollectionEntry = z.object({
  state: z.enum(entryStates),
  /** Null when the script was deleted. */
  scriptId: z.nullable(z.int()),
  /** Null for a script that is hidden or deleted. */
  script: z.nullable(ScriptSummary),
  /** The fixed version. Null without one, and where the script is null. */
  version: z.nullable(z.object({ id: z.int(), number: z.string() })),
  note: z.string(),
  addedAt: Time,
})
export type CollectionEntry = z.output<typeof CollectionEntry>

export const Collection = z.extend(CollectionSummary, {
  text: z.string(),
  formattedText: Description,
  entries: z.array(CollectionEntry),
  /** Users who change it with its owner, in the order in which they joined. */
  editors: z.array(NamedUser),
  /** The reason of the moderator who hid it from others. */
  removal: z.nullable(z.string()),
})
export type Collection = z.output<typeof Collection>

/** `hasScript`: whether it has the script of the query; null without one. */
export const OwnCollection = z.extend(CollectionSummary, {
  hasScript: z.nullable(z.boolean()),
  removal: z.nullable(z.string()),
})
export type OwnCollection = z.output<typeof OwnCollection>

export const CollectionQuery = z.object({
  ...paging(collectionLimits.pageSize),
  q: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(collectionLimits.queryMax, 'Search text must be at most 100 characters'),
        noNul,
      ),
  ),
  author: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Author is too long'), noNul)),
  sort: z._default(z.enum(collectionSorts, 'Sort must be newest, updated or followers'), 'newest'),
})
export type CollectionQuery = z.output<typeof CollectionQuery>

const ScriptParams = z.object({ id: Id, scriptId: Id })
const SavedParams = z.object({ scriptId: Id })

export const collectionsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/collections',
    summary: 'List public collections',
    description:
      'At most 10,000, by default the newest first. `q` looks for words, or their beginnings, in titles and texts. `author` is the name of a member.',
    access: 'anyone',
    query: CollectionQuery,
    reply: z.object({ collections: z.array(CollectionSummary), pagination: Pagination }),
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/account/collections',
    summary: 'List your collections',
    description:
      'The newest first, with those of others that you edit. With `script`, the id of a script, each one says whether it has this script. An access token for chosen scripts cannot read collections.',
    access: 'signed-in',
    token: ['read'],
    query: z.object({ script: z.optional(Id) }),
    reply: z.object({ collections: z.array(OwnCollection) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/collections/:id',
    summary: 'Get a collection',
    description:
      'A public one, your own, or with its `key` one that is shared by link. A script that is hidden, or was deleted, stays as an entry without its name.',
    access: 'anyone',
    usesToken: true,
    token: ['read'],
    params: IdParams,
    query: z.object({ key: z.optional(z.string().check(z.maxLength(100, 'Key is too long'), noNul)) }),
    reply: Collection,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/collections',
    summary: 'Create a collection',
    description: 'At most 100.',
    access: 'signed-in',
    body: CollectionDraft,
    reply: Collection,
    status: 201,
    errors: ['conflict'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/collections/:id',
    summary: 'Change the title, text and visibility of a collection',
    description:
      'By its owner and its editors; only the owner changes the visibility. A collection that is shared by link again gets a new key.',
    access: 'signed-in',
    params: IdParams,
    body: CollectionDraft,
    reply: Collection,
    errors: ['forbidden', 'conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/collections/:id',
    summary: 'Delete a collection',
    description: 'By its owner.',
    access: 'signed-in',
    params: IdParams,
    reply: Success,
    errors: ['forbidden', 'conflict'],
  }),
  replaceEntries: endpoint({
    method: 'PUT',
    path: '/api/collections/:id/entries',
    summary: 'Replace the scripts of a collection',
    description:
      'In the order of the list, at most 200. Scripts that are not public stay when the collection has them, and cannot be added.',
    access: 'signed-in',
    params: IdParams,
    body: CollectionEntriesDraft,
    // 200 notes, each character escaped.
    bodyMax: 320 * 1024,
    reply: Collection,
    errors: ['conflict'],
  }),
  addScript: endpoint({
    method: 'PUT',
    path: '/api/collections/:id/scripts/:scriptId',
    summary: 'Add a script to a collection',
    description: 'At its end. For a script that it has, the note and the version are replaced.',
    access: 'signed-in',
    params: ScriptParams,
    body: CollectionEntryDraft,
    reply: Collection,
    errors: ['conflict'],
  }),
  removeScript: endpoint({
    method: 'DELETE',
    path: '/api/collections/:id/scripts/:scriptId',
    summary: 'Remove a script from a collection',
    description: 'Has no effect without the script.',
    access: 'signed-in',
    params: ScriptParams,
    reply: Collection,
    errors: ['conflict'],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/account/saved-scripts/:scriptId',
    summary: 'Save a script for later',
    description: 'Adds it to the private collection "Saved for later", which the first call creates.',
    access: 'signed-in',
    params: SavedParams,
    reply: Collection,
    errors: ['conflict'],
  }),
  unsave: endpoint({
    method: 'DELETE',
    path: '/api/account/saved-scripts/:scriptId',
    summary: 'Remove a script from those saved for later',
    description: 'Has no effect on a script that is not saved.',
    access: 'signed-in',
    params: SavedParams,
    reply: Success,
    errors: ['conflict'],
  }),
}
