import { z } from 'zod/mini'

import { Description } from '#contract/platform/description.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { IdParams, noNul, paging, Time } from '#contract/platform/fields.ts'
import { ScriptList, ScriptQuery } from './script-filters.ts'
import { fileMessages, ScriptChange, ScriptDraft, scriptLimits } from './script-fields.ts'
import { FoundScript, Script, ScriptPage, ScriptSummary } from './script-schemas.ts'
import { DownloadLink } from './version-schemas.ts'

export * from './script-schemas.ts'

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
  /** In bytes. A file that is too large is rejected before the upload. */
  fileSize: z.optional(
    z
      .int('File size must be a number')
      .check(z.gte(0), z.lte(scriptLimits.fileSizeMax, fileMessages.fileTooLarge)),
  ),
})
export type UploadRequest = z.output<typeof UploadRequest>

export const LikeStatus = z.object({ isLiked: z.boolean(), likeCount: z.int() })
export type LikeStatus = z.output<typeof LikeStatus>

const scriptFiles = {
  scriptFile: 'A .zip, .rar or .7z archive of at most 1000 MB.',
  images: '1 to 5 images, each JPEG, PNG, GIF or WebP and at most 10 MB.',
} as const

const ofScript = { access: 'anyone', usesToken: true, params: IdParams } as const
const rate = {
  description: 'A repeated request changes nothing.',
  access: 'scripts.rate',
  params: IdParams,
  reply: LikeStatus,
} as const

export const scriptsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/scripts',
    summary: 'List published scripts',
    description:
      'Filtered, sorted and paged. `facets` counts the scripts of each category and status that match the other filters, and those of the list with each attribute. `category` is the present name of the category, which the query may call by a former one. `includes`, `exclude` and `tags` are comma-separated lists. `report=no-high` leaves out scripts with a finding of severity high and those whose archive has not been analysed. `build` leaves out scripts that need a later build of the game server. By default a list with `q` is sorted by best match, others begin with the newest.',
    access: 'anyone',
    query: ScriptQuery,
    reply: ScriptList,
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/scripts/search',
    summary: 'Search scripts',
    description:
      'Best matches first; where fewer than three scripts have all words, those with most of them follow.',
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
    reply: z.array(FoundScript),
    limit: 'search',
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/scripts/my-scripts',
    summary: 'List your scripts',
    description: 'Includes the scripts that are waiting for review and those that a moderator hid.',
    access: 'signed-in',
    query: z.object(paging(scriptLimits.pageSize)),
    reply: ScriptPage,
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/api/scripts/waiting',
    summary: 'List scripts that are waiting for review',
    description: 'Oldest first.',
    access: 'admin.scripts.moderate',
    query: z.object(paging(scriptLimits.pageSize)),
    reply: ScriptPage,
  }),
  get: endpoint({
    ...ofScript,
    method: 'GET',
    path: '/api/scripts/:id',
    summary: 'Get a script',
    description:
      'A script that is waiting for review or that a moderator hid is visible to its authors and to moderators only.',
    reply: Script,
  }),
  related: endpoint({
    ...ofScript,
    method: 'GET',
    path: '/api/scripts/:id/related',
    summary: 'List related scripts',
    description: 'Up to four: similar tags and names, then category, framework and author.',
    reply: z.array(ScriptSummary),
  }),
  dependents: endpoint({
    ...ofScript,
    method: 'GET',
    path: '/api/scripts/:id/dependents',
    summary: 'List the scripts that need a script',
    description:
      'Published scripts whose current version needs a resource that the script has, most downloaded first.',
    query: z.object(paging(scriptLimits.pageSize)),
    reply: ScriptPage,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/scripts/preview',
    summary: 'Preview a description, a changelog or a documentation',
    description:
      'Parses Markdown: headings, lists, code, emphasis and links. Everything else stays text. With `images` it is that of a documentation: tables, task lists, quotes and these images too.',
    access: 'signed-in',
    body: z.object({
      description: z
        .string('Description is required')
        .check(z.maxLength(scriptLimits.documentationMax, 'Text must be at most 20000 characters'), noNul),
      images: z.optional(
        z.array(z.string().check(z.maxLength(500))).check(z.maxLength(scriptLimits.imagesMax)),
      ),
    }),
    reply: z.object({ formattedDescription: Description }),
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/scripts',
    summary: 'Submit a script',
    description:
      'Sends the archive as `scriptFile`, or names an earlier direct upload with `fileKey` and `fileSize`. If the form has both, `scriptFile` is used. With `teamId` that team owns the script: you are an owner or a maintainer of it.',
    access: 'scripts.upload',
    body: ScriptDraft,
    files: scriptFiles,
    requiredFiles: ['images'],
    takesIdempotencyKey: true,
    reply: Script,
    status: 201,
    limit: 'submit',
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/scripts/:id',
    summary: 'Edit a script',
    description:
      'Only the fields that are sent change. New `images` replace all images, unless `imageOrder` contains `new-1` for the first of them, `new-2` for the second and so on: then the others stay. `removeImages` removes some, `imageOrder` changes the order of those that remain. With `expected` the server rejects the edit if a field has changed since then (409).',
    access: 'signed-in',
    params: IdParams,
    body: ScriptChange,
    files: scriptFiles,
    reply: Script,
    errors: ['forbidden', 'conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/scripts/:id',
    summary: 'Delete a script',
    description:
      'Its author and administrators delete it at once, with its files. For other moderators it is hidden, and its files are deleted after 30 days. While a report, an appeal or a takedown about it is open, it can only be hidden.',
    access: 'signed-in',
    params: IdParams,
    reply: z.null(),
    status: 204,
    errors: ['forbidden', 'conflict'],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/scripts/:id/publish',
    summary: 'Publish a script that is waiting for review',
    description: 'A repeated request changes nothing.',
    access: 'admin.scripts.moderate',
    params: IdParams,
    reply: Script,
  }),
  uploadUrl: endpoint({
    method: 'POST',
    path: '/api/scripts/upload-url',
    summary: 'Create a direct upload',
    description:
      'Returns a signed URL for the archive and a key that names the upload in one submission by the same user. Both expire after 24 hours.',
    access: 'scripts.upload',
    token: ['publish'],
    body: UploadRequest,
    reply: z.object({ uploadUrl: z.string(), fileKey: z.string(), expiresAt: Time }),
    limit: 'upload',
  }),
  recordView: endpoint({
    method: 'POST',
    path: '/api/scripts/:id/view',
    summary: 'Record a view',
    description:
      'Each viewer counts once in 10 seconds and at most five times a day for a script. The author never counts.',
    access: 'anyone',
    usesToken: true,
    params: IdParams,
    reply: z.object({ views: z.int() }),
    limit: 'view',
  }),
  downloadUrl: endpoint({
    method: 'GET',
    path: '/api/scripts/:id/download',
    summary: 'Get a download link',
    description: 'Returns a signed URL of the archive that expires after 10 minutes and needs no token.',
    access: 'scripts.download',
    token: ['download'],
    params: IdParams,
    reply: DownloadLink,
    limit: 'write',
  }),
  recordDownload: endpoint({
    method: 'POST',
    path: '/api/scripts/:id/download',
    summary: 'Record a download',
    description: 'Counts once an hour per user and script, after a request for the download link.',
    access: 'scripts.download',
    token: ['download'],
    params: IdParams,
    reply: z.object({ downloads: z.int() }),
  }),
  likeStatus: endpoint({
    method: 'GET',
    path: '/api/scripts/:id/like-status',
    summary: 'Get the like status',
    description: 'Whether you like the script, and how many users do.',
    access: 'anyone',
    usesToken: true,
    params: IdParams,
    reply: LikeStatus,
  }),
  like: endpoint({
    ...rate,
    method: 'POST',
    path: '/api/scripts/:id/like',
    summary: 'Like a script',
  }),
  unlike: endpoint({
    ...rate,
    method: 'POST',
    path: '/api/scripts/:id/unlike',
    summary: 'Remove a like',
  }),
}
