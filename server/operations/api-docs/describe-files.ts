import {
  bytes,
  integer,
  serverErrors,
  sessionErrors,
  text,
  uploadOperations,
  uploadsOperations,
  type FileOperation,
} from './describe-uploads.ts'
import type { createErrorResponses, Json } from './error-responses.ts'
import { filesTag } from './tags.ts'

type Errors = ReturnType<typeof createErrorResponses>

/** The routes that carry files. They are no calls of the contract: their bodies are bytes, or headers of tus. */
export function describeFiles(errors: Errors): Record<string, Json> {
  const operation = ({ errors: codes, responses, ...rest }: FileOperation): Json => ({
    tags: [filesTag.name],
    security: [],
    parameters: [],
    ...rest,
    responses: { ...responses, ...errors.respondWith(codes) },
  })
  const operations = (byMethod: Record<string, FileOperation>) =>
    Object.fromEntries(Object.entries(byMethod).map(([method, value]) => [method, operation(value)]))
  return {
    '/files/upload': operations(uploadsOperations),
    '/files/upload/{token}': {
      parameters: [pathParameter('token', 'The last part of the `uploadUrl`.')],
      ...operations(uploadOperations),
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
