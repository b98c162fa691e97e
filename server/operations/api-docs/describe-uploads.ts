import type { ErrorCode } from '#contract/platform/errors.ts'
import { scriptLimits } from '#contract/scripts/script-limits.ts'
import { scriptsApi } from '#contract/scripts/scripts.ts'

import { errorsOf, type Json } from './error-responses.ts'

export type FileOperation = Pick<Operation, 'operationId' | 'summary' | 'description' | 'responses'> &
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
export const sessionErrors: ErrorCode[] = ['unauthenticated', 'forbidden', 'banned', 'inactive', 'suspended']
export const serverErrors: ErrorCode[] = ['rate_limited', 'internal', 'unavailable']
const uploadErrors: ErrorCode[] = [...sessionErrors, 'not_found', 'conflict', ...serverErrors]

export const bytes = { schema: { type: 'string', format: 'binary' } }
export const integer = { schema: { type: 'integer' } }
export const text = { schema: { type: 'string' } }
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

/** The operations by method: those that create uploads, and those of one upload. */
export const uploadsOperations = { post: createUpload, options: describeServer('files.describeUploads') }
export const uploadOperations = {
  put: upload,
  head: findOffset,
  patch: continueUpload,
  delete: cancelUpload,
  post: overrideMethod,
  options: describeServer('files.describeUpload'),
}
