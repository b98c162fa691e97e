import type { ErrorCode } from '#contract/platform/errors.ts'
import { scriptLimits } from '#contract/scripts/script-limits.ts'
import { scriptsApi } from '#contract/scripts/scripts.ts'

import { errorsOf, type createErrorResponses, type Json } from './error-responses.ts'
import { filesTag } from './tags.ts'

type Errors = ReturnType<typeof createErrorResponses>
type FileOperation = Pick<Operation, 'operationId' | 'summary' | 'description' | 'responses'> &
  Partial<Operation> & { errors: readonly ErrorCode[] }
type Operation = {
  operationId: string
  summary: string
  description: string
  security: Json[]
  parameters: Json[]
  requestBody: Json
  responses: Json
}

/** The user, the session and the permission behind a signed URL are checked again when it is used. */
const sessionErrors: ErrorCode[] = ['unauthenticated', 'forbidden', 'banned', 'inactive', 'suspended']
const serverErrors: ErrorCode[] = ['rate_limited', 'internal', 'unavailable']
const uploadErrors: ErrorCode[] = [...sessionErrors, 'not_found', 'conflict', ...serverErrors]

const bytes = { schema: { type: 'string', format: 'binary' } }
const integer = { schema: { type: 'integer' } }
const text = { schema: { type: 'string' } }
const tusResumable = { $ref: '#/components/parameters/TusResumable' }
const tusHeaders = { 'Tus-Resumable': { $ref: '#/components/headers/TusResumable' } }
const progressHeaders = {
  ...tusHeaders,
  'Upload-Offset': { $ref: '#/components/headers/UploadOffset' },
  'Upload-Expires': { $ref: '#/components/headers/UploadExpires' },
}
const unsupportedVersion = { 412: { $ref: '#/components/responses/UnsupportedTusVersion' } }
const done = { description: 'Success. The response has no body.', headers: tusHeaders }
const capabilities = {
  description: 'The response has no body.',
  headers: {
    ...tusHeaders,
    'Tus-Version': text,
    'Tus-Extension': text,
    'Tus-Max-Size': { description: `${scriptLimits.fileSizeMax} bytes.`, ...integer },
  },
}

/** The routes that carry files. They are no calls of the contract: their bodies are bytes, or headers of tus. */
export function describeFiles(errors: Errors): Record<string, Json> {
  const operation = ({ errors: codes, responses, ...rest }: FileOperation): Json => ({
    tags: [filesTag.name],
    security: [],
    parameters: [],
    ...rest,
    responses: { ...responses, ...errors.respondWith(codes) },
  })
  return {
    '/files/upload': {
      post: operation(createUpload),
      options: operation(describeServer('files.describeUploads')),
    },
    '/files/upload/{token}': {
      parameters: [pathParameter('token', 'The last part of the `uploadUrl`.')],
      put: operation(upload),
      head: operation(findOffset),
      patch: operation(continueUpload),
      delete: operation(cancelUpload),
      post: operation(overrideMethod),
      options: operation(describeServer('files.describeUpload')),
    },
    '/files/download/{token}': {
      parameters: [pathParameter('token', 'The last part of the `downloadUrl`.')],
      get: operation(download),
    },
    '/files/export/{token}': {
      parameters: [pathParameter('token', 'The last part of the `downloadUrl` of the export.')],
      get: operation(exportOfUser),
    },
    '/files/content/{version}/{n}': {
      parameters: [
        { ...pathParameter('version', 'The id of a version.'), ...integer },
        { ...pathParameter('n', 'The number of the file in the list of the version.'), ...integer },
      ],
      get: operation(content),
    },
    '/files/images/{name}': {
      parameters: [pathParameter('name', 'The last part of the URL of the image.')],
      get: operation(
        image(
          'files.image',
          'Get an image of a script',
          'The name ends in the width: 480, 960 or 1600 pixels.',
        ),
      ),
    },
    '/files/avatars/{name}': {
      parameters: [pathParameter('name', 'The last part of the URL of the avatar.')],
      get: operation(image('files.avatar', 'Get an avatar', 'The image of a user.')),
    },
  }
}

function pathParameter(name: string, description: string): Json {
  return { name, in: 'path', required: true, description, ...text }
}

const upload: FileOperation = {
  operationId: 'files.upload',
  summary: 'Upload an archive in one request',
  description:
    'The body is the archive. A repeated request replaces an earlier one. The signed URL needs no token, but the session that created it must still be valid.',
  requestBody: { required: true, content: { 'application/octet-stream': bytes } },
  responses: {
    200: {
      description: 'The server has the archive.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { fileKey: text.schema, fileSize: integer.schema, sha256: text.schema },
            required: ['fileKey', 'fileSize', 'sha256'],
          },
        },
      },
    },
  },
  errors: ['bad_request', 'too_large', ...uploadErrors],
}

const createUpload: FileOperation = {
  operationId: 'files.createUpload',
  summary: 'Create a resumable upload',
  description:
    'The tus extension `creation`. The same as `POST /api/scripts/upload-url`, with the size and the name of the file in headers. Permission needed: `scripts.upload`.',
  security: [{ token: ['scripts.upload'] }],
  parameters: [
    tusResumable,
    { name: 'Upload-Length', in: 'header', required: true, description: 'The size in bytes.', ...integer },
    {
      name: 'Upload-Metadata',
      in: 'header',
      required: true,
      description: '`filename` and `filetype`, each with its value in Base64.',
      example: 'filename Z2FyYWdlLnppcA==,filetype YXBwbGljYXRpb24vemlw',
      ...text,
    },
  ],
  responses: {
    201: {
      description: 'The upload exists. `Location` is its URL.',
      headers: {
        ...tusHeaders,
        Location: text,
        'Upload-Expires': { $ref: '#/components/headers/UploadExpires' },
      },
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/ScriptsUploadUrlReply' } },
      },
    },
    ...unsupportedVersion,
  },
  errors: errorsOf(scriptsApi.uploadUrl),
}

const findOffset: FileOperation = {
  operationId: 'files.findOffset',
  summary: 'Get the offset of a resumable upload',
  description: 'Says at which byte the next `PATCH` continues. A request that still writes is aborted.',
  parameters: [tusResumable],
  responses: {
    200: {
      description: 'The state of the upload. The response has no body.',
      headers: { ...progressHeaders, 'Upload-Length': integer, 'Upload-Metadata': text },
    },
    ...unsupportedVersion,
  },
  errors: uploadErrors,
}

const continueUpload: FileOperation = {
  operationId: 'files.continueUpload',
  summary: 'Continue a resumable upload',
  description: 'Appends the body. The server keeps what has arrived, also when the connection breaks.',
  parameters: [
    tusResumable,
    {
      name: 'Upload-Offset',
      in: 'header',
      required: true,
      description:
        'The byte at which the body begins. Another offset than that of the server is a `conflict`.',
      ...integer,
    },
  ],
  requestBody: { required: true, content: { 'application/offset+octet-stream': bytes } },
  responses: { 204: { ...done, headers: progressHeaders }, ...unsupportedVersion },
  errors: ['bad_request', 'unsupported_media_type', 'too_large', ...uploadErrors],
}

const cancelUpload: FileOperation = {
  operationId: 'files.cancelUpload',
  summary: 'Cancel a resumable upload',
  description: 'The tus extension `termination`. Deletes what has arrived.',
  parameters: [tusResumable],
  responses: { 204: done, ...unsupportedVersion },
  errors: uploadErrors,
}

const overrideMethod: FileOperation = {
  operationId: 'files.overrideMethod',
  summary: 'Use a method of tus by POST',
  description:
    'For clients and proxies that know only `GET` and `POST`: takes the headers and the body of the other method, and responds like it.',
  parameters: [
    tusResumable,
    {
      name: 'X-HTTP-Method-Override',
      in: 'header',
      required: true,
      description: 'The other method.',
      schema: { type: 'string', enum: ['HEAD', 'PATCH', 'DELETE'] },
    },
  ],
  requestBody: { content: { 'application/offset+octet-stream': bytes } },
  responses: { ...findOffset.responses, ...continueUpload.responses },
  errors: continueUpload.errors,
}

function describeServer(operationId: string): FileOperation {
  return {
    operationId,
    summary: 'Get the tus version and extensions',
    description: 'The server implements tus 1.0.0 with `creation`, `expiration` and `termination`.',
    responses: { 204: capabilities },
    errors: serverErrors,
  }
}

const download: FileOperation = {
  operationId: 'files.download',
  summary: 'Download an archive',
  description:
    'The signed URL needs no token. `Range` requests resume a download. `HEAD` returns the headers only.',
  parameters: [
    { name: 'Range', in: 'header', description: 'One range of bytes, such as `bytes=1000-`.', ...text },
    { $ref: '#/components/parameters/IfNoneMatch' },
  ],
  responses: {
    200: {
      description: 'The archive. Its `ETag` is the SHA-256 of the content.',
      headers: { ETag: { $ref: '#/components/headers/ETag' }, 'Content-Disposition': text },
      content: { 'application/octet-stream': bytes },
    },
    206: {
      description: 'The range of the archive.',
      headers: { 'Content-Range': text },
      content: { 'application/octet-stream': bytes },
    },
    302: {
      description:
        'Where files are stored in an object store: a URL of the store that is valid for a minute.',
      headers: { Location: text },
    },
    304: { $ref: '#/components/responses/NotModified' },
  },
  errors: [...sessionErrors, 'not_found', 'range_not_satisfiable', 'internal', 'unavailable'],
}

const exportOfUser: FileOperation = {
  ...download,
  operationId: 'files.export',
  summary: 'Download a copy of your data',
  description:
    'A ZIP of JSON files and your files. The signed URL works for 10 minutes, while the session that read it is valid.',
}

const content: FileOperation = {
  operationId: 'files.content',
  summary: 'Get a file of a version',
  description:
    'A text or an image of an archive. Every text is sent as plain text in UTF-8, with secrets masked. Rate limit: 600 requests in 60 seconds. A file of a script that is waiting for review needs the token of its author or of a moderator.',
  security: [{}, { token: [] }],
  parameters: [{ $ref: '#/components/parameters/IfNoneMatch' }],
  responses: {
    200: {
      description: 'The content.',
      headers: { ETag: { $ref: '#/components/headers/ETag' }, 'Content-Disposition': text },
      content: Object.fromEntries(
        ['text/plain', 'image/png', 'image/jpeg', 'image/webp', 'image/gif'].map((type) => [type, bytes]),
      ),
    },
    304: { $ref: '#/components/responses/NotModified' },
  },
  errors: ['not_found', ...serverErrors],
}

function image(operationId: string, summary: string, description: string): FileOperation {
  const types = ['image/webp', 'image/avif', 'image/jpeg', 'image/png', 'image/gif']
  return {
    operationId,
    summary,
    description: `${description} Its content never changes, so clients can cache it without an expiry.`,
    parameters: [{ $ref: '#/components/parameters/IfNoneMatch' }],
    responses: {
      200: {
        description: 'The image.',
        headers: { ETag: { $ref: '#/components/headers/ETag' } },
        content: Object.fromEntries(types.map((type) => [type, bytes])),
      },
      304: { $ref: '#/components/responses/NotModified' },
    },
    errors: ['not_found', 'internal', 'unavailable'],
  }
}
