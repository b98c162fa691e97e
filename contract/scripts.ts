import { z } from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { IdParams, noNul, Pagination, paging, Time } from './fields.ts'
import { fileMessages, ScriptChange, ScriptDraft, scriptLimits, scriptSorts } from './script-fields.ts'

export const ScriptSummary = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  image: z.nullable(z.string()),
  category: z.string(),
  author: z.string(),
  version: z.string(),
  tags: z.array(z.string()),
  script_status: z.string(),
  downloads: z.int(),
  views: z.int(),
  likes: z.int(),
  uploadDate: Time,
  createdAt: Time,
  updatedAt: Time,
  userId: z.int(),
  fileSize: z.int(),
})
export type ScriptSummary = z.output<typeof ScriptSummary>

export const Script = z.extend(ScriptSummary, {
  images: z.array(z.string()),
  fileName: z.string(),
  sha256: z.string(),
})
export type Script = z.output<typeof Script>

const Facet = z.array(z.object({ name: z.string(), count: z.int() }))

export const ScriptPage = z.object({ scripts: z.array(ScriptSummary), pagination: Pagination })
export type ScriptPage = z.output<typeof ScriptPage>

export const ScriptList = z.extend(ScriptPage, {
  facets: z.object({ categories: Facet, statuses: Facet }),
})
export type ScriptList = z.output<typeof ScriptList>

const filterText = z.optional(
  z.string().check(z.trim(), z.maxLength(scriptLimits.queryMax, 'At most 100 characters'), noNul),
)

export const ScriptQuery = z.object({
  q: filterText,
  category: filterText,
  status: filterText,
  tag: filterText,
  author: filterText,
  sort: z._default(z.enum(scriptSorts, 'Sort must be newest, popular, downloads or views'), 'newest'),
  ...paging(scriptLimits.pageSize),
})
export type ScriptQuery = z.output<typeof ScriptQuery>

export const UploadRequest = z.object({
  fileName: z
    .string('File name is required')
    .check(
      z.minLength(1, 'File name is required'),
      z.maxLength(255, 'File name must be at most 255 characters'),
      noNul,
    ),
  fileType: z.optional(z.string().check(z.maxLength(255))),
  folder: z._default(z.literal('scripts', 'Folder must be scripts'), 'scripts'),
  /** Bytes; told in advance, a file that is too large is refused before it travels. */
  fileSize: z.optional(
    z
      .int('File size must be a number')
      .check(z.gte(0), z.lte(scriptLimits.fileSizeMax, fileMessages.fileTooLarge)),
  ),
})
export type UploadRequest = z.output<typeof UploadRequest>

const LikeStatus = z.object({ isLiked: z.boolean(), likeCount: z.int() })
export type LikeStatus = z.output<typeof LikeStatus>

const scriptFiles = {
  scriptFile: '.zip, .rar or .7z, at most 1000 MB; instead of it fileKey and fileSize of a direct upload',
  images: '1 to 5 pictures, each JPEG, PNG, GIF or WebP, at most 10 MB',
} as const

export const scriptsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/scripts',
    summary: 'Published scripts, filtered, sorted and paged; facets count what the other filters leave.',
    access: 'anyone',
    query: ScriptQuery,
    reply: ScriptList,
    limit: 'read',
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/scripts/search',
    summary: 'The best matches for a text: by name, then tags, then description.',
    access: 'anyone',
    query: z.object({
      q: z
        .string('Search text is required')
        .check(
          z.trim(),
          z.minLength(1, 'Search text is required'),
          z.maxLength(scriptLimits.queryMax, 'At most 100 characters'),
          noNul,
        ),
      limit: paging(scriptLimits.searchDefault).limit,
    }),
    reply: z.array(ScriptSummary),
    limit: 'search',
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/scripts/my-scripts',
    summary: 'The own scripts, those awaiting review included.',
    access: 'signed-in',
    query: z.object(paging(scriptLimits.pageSize)),
    reply: ScriptPage,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/scripts/:id',
    summary: 'One script.',
    access: 'anyone',
    params: IdParams,
    reply: Script,
    limit: 'read',
  }),
  related: endpoint({
    method: 'GET',
    path: '/api/scripts/:id/related',
    summary: 'Up to four scripts that are closest to one: by tags, author and category.',
    access: 'anyone',
    params: IdParams,
    reply: z.array(ScriptSummary),
    limit: 'read',
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/scripts',
    summary:
      'Submit a script with its archive and pictures. An Idempotency-Key makes a repeat answer the first result.',
    access: 'scripts.upload',
    body: ScriptDraft,
    files: scriptFiles,
    reply: Script,
    status: 201,
    limit: 'submit',
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/scripts/:id',
    summary:
      'Change a script; only what is sent changes. New images replace all, removeImages takes some away. With expected, what somebody else has changed meanwhile is refused.',
    access: 'signed-in',
    params: IdParams,
    body: ScriptChange,
    files: scriptFiles,
    reply: Script,
    limit: 'write',
    refuses: ['forbidden', 'conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/scripts/:id',
    summary: 'Delete a script and its files.',
    access: 'signed-in',
    params: IdParams,
    reply: z.null(),
    status: 204,
    limit: 'write',
    refuses: ['forbidden'],
  }),
  uploadAddress: endpoint({
    method: 'POST',
    path: '/api/scripts/upload-url',
    summary:
      'A signed address that takes the raw archive by PUT; the key is the caller’s, good for one script, 24 h.',
    access: 'scripts.upload',
    body: UploadRequest,
    reply: z.object({ uploadUrl: z.string(), fileKey: z.string(), expiresAt: Time }),
    limit: 'upload',
  }),
  recordView: endpoint({
    method: 'POST',
    path: '/api/scripts/:id/view',
    summary: 'Count a view: a viewer and script count once in 10 s and five times a day, the author never.',
    access: 'anyone',
    params: IdParams,
    reply: z.object({ views: z.int() }),
    limit: 'view',
  }),
  downloadAddress: endpoint({
    method: 'GET',
    path: '/api/scripts/:id/download',
    summary: 'A signed address of the archive, good for 10 minutes.',
    access: 'scripts.download',
    params: IdParams,
    reply: z.object({
      downloadUrl: z.string(),
      scriptName: z.string(),
      fileName: z.string(),
      fileSize: z.int(),
      sha256: z.string(),
      expiresAt: Time,
    }),
    limit: 'write',
  }),
  recordDownload: endpoint({
    method: 'POST',
    path: '/api/scripts/:id/download',
    summary: 'Count a download whose address was fetched, once a user and script an hour.',
    access: 'scripts.download',
    params: IdParams,
    reply: z.object({ downloads: z.int() }),
    limit: 'write',
  }),
  likeStatus: endpoint({
    method: 'GET',
    path: '/api/scripts/:id/like-status',
    summary: 'Whether the caller likes the script, and how many do.',
    access: 'anyone',
    params: IdParams,
    reply: LikeStatus,
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/scripts/:id/like',
    summary: 'Like a script; a repeat changes nothing.',
    access: 'scripts.rate',
    params: IdParams,
    reply: LikeStatus,
    limit: 'write',
  }),
  unlike: endpoint({
    method: 'POST',
    path: '/api/scripts/:id/unlike',
    summary: 'Take a like back; a repeat changes nothing.',
    access: 'scripts.rate',
    params: IdParams,
    reply: LikeStatus,
    limit: 'write',
  }),
}
