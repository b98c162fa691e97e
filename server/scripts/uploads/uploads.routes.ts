import type { IncomingMessage } from 'node:http'

import { scriptLimits } from '#contract/scripts/script-limits.ts'
import { scriptsApi } from '#contract/scripts/scripts.ts'
import { badRequest, HttpError, notFound } from '#platform/errors.ts'
import { httpRoute, type HttpContext } from '#platform/http/route.ts'
import { jsonResponse, type HttpResponse } from '#platform/http/send-response.ts'
import { parse } from '#platform/parse.ts'

import { createUploadUrl, receiveUpload, appendToUpload, terminateUpload, readProgress } from './uploads.ts'
import { readByteCount, readMetadata, writeMetadata } from './uploads.rules.ts'

// https://tus.io/protocols/resumable-upload, core with creation, expiration and termination.
const version = '1.0.0'
const extensions = 'creation,expiration,termination'
const headers = { 'tus-resumable': version }
const versionMismatch = { status: 412, headers: { 'tus-version': version, connection: 'close' } }

const capabilities = {
  status: 204,
  headers: {
    'tus-version': version,
    'tus-extension': extensions,
    'tus-max-size': String(scriptLimits.fileSizeMax),
  },
}

const { access, limit } = scriptsApi.uploadUrl

type Handle = (context: HttpContext<'verified-by-handler'>) => Promise<HttpResponse>

const progress: Handle = async ({ app, params, request }) => {
  if (!isSupported(request)) return versionMismatch
  const { offset, length, expiresAt, fileName } = await readProgress(app, params.token ?? '', request)
  return {
    headers: {
      'upload-offset': String(offset),
      'upload-length': String(length),
      'upload-metadata': writeMetadata({ filename: fileName }),
      'upload-expires': expiresAt.toUTCString(),
    },
  }
}

const append: Handle = async ({ app, params, request }) => {
  if (!isSupported(request)) return versionMismatch
  if (request.headers['content-type'] !== 'application/offset+octet-stream')
    throw new HttpError('unsupported_media_type', 'This call takes application/offset+octet-stream')
  const from = readByteCount(request.headers['upload-offset'])
  if (from === undefined) throw badRequest('Upload-Offset must be a number of bytes')
  const { offset, expiresAt } = await appendToUpload(app, params.token ?? '', from, request)
  return {
    status: 204,
    headers: { 'upload-offset': String(offset), 'upload-expires': expiresAt.toUTCString() },
  }
}

const terminate: Handle = async ({ app, params, request }) => {
  if (!isSupported(request)) return versionMismatch
  await terminateUpload(app, params.token ?? '', request)
  return { status: 204 }
}

const handlers = new Map(Object.entries({ HEAD: progress, PATCH: append, DELETE: terminate }))

/** For clients and proxies that know only GET and POST. */
const override: Handle = async (context) => {
  const method = context.request.headers['x-http-method-override']
  const handle = typeof method === 'string' ? handlers.get(method.toUpperCase()) : undefined
  if (!handle) throw notFound('Not found')
  return handle(context)
}

/** Resumable uploads, at the same URLs that accept a PUT of the whole archive. */
const tusRoutes = [
  ...['/files/upload', '/files/upload/:token'].map((path) =>
    httpRoute({ method: 'OPTIONS', path, access: 'public', headers, handle: async () => capabilities }),
  ),
  // The creation extension of tus, with the rules of POST /api/scripts/upload-url.
  httpRoute({
    method: 'POST',
    path: '/files/upload',
    access,
    limit,
    work: 'call',
    headers,
    async handle({ app, actor, request }) {
      if (!isSupported(request)) return versionMismatch
      // Otherwise a client of the concatenation extension would send all parts and fail at the end.
      if (request.headers['upload-concat'] !== undefined)
        throw badRequest('Uploads cannot be concatenated here. Please upload the file in one piece')
      const fileSize = readByteCount(request.headers['upload-length'])
      if (fileSize === undefined) throw badRequest('Upload-Length must be the size of the file in bytes')
      const { filename, filetype } = readMetadata(request.headers['upload-metadata'])
      const announced = { fileName: filename, fileType: filetype, folder: 'scripts', fileSize }
      const upload = await createUploadUrl(app, actor, parse(scriptsApi.uploadUrl.body, announced))
      return jsonResponse(upload, 201, {
        location: upload.uploadUrl,
        'upload-expires': new Date(upload.expiresAt).toUTCString(),
      })
    },
  }),
  ...(
    [
      { method: 'HEAD', work: 'call', handle: progress },
      { method: 'PATCH', work: 'transfer', handle: append },
      { method: 'DELETE', work: 'call', handle: terminate },
      { method: 'POST', work: 'transfer', handle: override },
    ] as const
  ).map((route) =>
    httpRoute({ ...route, path: '/files/upload/:token', access: 'verified-by-handler', headers }),
  ),
]

export const uploadRoutes = [
  httpRoute({
    method: 'PUT',
    path: '/files/upload/:token',
    access: 'verified-by-handler',
    work: 'transfer',
    handle: async ({ app, request, params }) =>
      jsonResponse(await receiveUpload(app, params.token ?? '', request)),
  }),
  ...tusRoutes,
]

function isSupported({ headers: { 'tus-resumable': requested } }: IncomingMessage): boolean {
  return requested === version
}
