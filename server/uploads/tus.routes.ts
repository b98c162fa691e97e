import type { IncomingMessage, ServerResponse } from 'node:http'

import { scriptLimits } from '#contract/script-limits.ts'
import { scriptsApi } from '#contract/scripts.ts'
import { badRequest, Failure } from '#platform/failures.ts'
import { answerCall } from '#platform/http/pipeline.ts'
import { route, type RawRoute } from '#platform/http/route.ts'

import { giveUploadAddress } from './give-upload-address.ts'
import { continueUpload, endUpload, findProgress } from './resume-upload.ts'
import { readByteCount, readMetadata, writeMetadata } from './tus.rules.ts'

// https://tus.io/protocols/resumable-upload, core with creation, expiration and termination.
const version = '1.0.0'
const extensions = 'creation,expiration,termination'

const uploadAddress = route(scriptsApi.uploadAddress, ({ hub, actor, body }) =>
  giveUploadAddress(hub, actor, body),
)

const describeServer: RawRoute['handle'] = async (_hub, _request, response) => {
  response
    .setHeader('tus-resumable', version)
    .setHeader('tus-version', version)
    .setHeader('tus-extension', extensions)
    .setHeader('tus-max-size', String(scriptLimits.fileSizeMax))
  end(response, 204)
}

/** The same call as POST /api/scripts/upload-url, in the words of the protocol. */
const create: RawRoute['handle'] = async (hub, request, response, { client, findActor }) => {
  const fileSize = readByteCount(request.headers['upload-length'])
  if (fileSize === undefined) throw badRequest('Upload-Length must be the size of the file in bytes')
  const { filename, filetype } = readMetadata(request.headers['upload-metadata'])
  const body = { fileName: filename, fileType: filetype, folder: 'scripts', fileSize }
  const sent = { params: {}, query: {}, body, request, client }
  const given = scriptsApi.uploadAddress.reply.parse(await answerCall(hub, findActor, uploadAddress, sent))
  response
    .setHeader('location', given.uploadUrl)
    .setHeader('upload-expires', new Date(given.expiresAt).toUTCString())
    .setHeader('content-type', 'application/json; charset=utf-8')
  end(response, 201, JSON.stringify(given))
}

const tellProgress: RawRoute['handle'] = async (hub, request, response, { params }) => {
  const { offset, length, expiresAt, fileName } = await findProgress(hub, params.token ?? '', request)
  response
    .setHeader('upload-offset', String(offset))
    .setHeader('upload-length', String(length))
    .setHeader('upload-metadata', writeMetadata({ filename: fileName }))
    .setHeader('upload-expires', expiresAt.toUTCString())
  end(response, 200)
}

const takeMore: RawRoute['handle'] = async (hub, request, response, { params }) => {
  if (request.headers['content-type'] !== 'application/offset+octet-stream')
    throw new Failure('unsupported_media_type', 'This call takes application/offset+octet-stream')
  const from = readByteCount(request.headers['upload-offset'])
  if (from === undefined) throw badRequest('Upload-Offset must be a number of bytes')
  const { offset, expiresAt } = await continueUpload(hub, params.token ?? '', from, request)
  response.setHeader('upload-offset', String(offset)).setHeader('upload-expires', expiresAt.toUTCString())
  end(response, 204)
}

const endForGood: RawRoute['handle'] = async (hub, request, response, { params }) => {
  await endUpload(hub, params.token ?? '', request)
  end(response, 204)
}

/** Uploads that go on where they broke off, at the same addresses that take an archive in one piece. */
export const tusRoutes: readonly RawRoute[] = [
  { method: 'OPTIONS', path: '/files/upload', handle: describeServer },
  { method: 'POST', path: '/files/upload', work: 'call', handle: spoken(create) },
  { method: 'OPTIONS', path: '/files/upload/:token', handle: describeServer },
  { method: 'HEAD', path: '/files/upload/:token', work: 'call', handle: spoken(tellProgress) },
  { method: 'PATCH', path: '/files/upload/:token', work: 'transfer', handle: spoken(takeMore) },
  { method: 'DELETE', path: '/files/upload/:token', work: 'call', handle: spoken(endForGood) },
]

/** Answers only who speaks this version of the protocol. */
function spoken(handle: RawRoute['handle']): RawRoute['handle'] {
  return async (hub, request, response, call) => {
    response.setHeader('tus-resumable', version)
    if (!speaksVersion(request)) {
      response.setHeader('tus-version', version).setHeader('connection', 'close')
      end(response, 412)
      return
    }
    await handle(hub, request, response, call)
  }
}

function speaksVersion({ headers }: IncomingMessage): boolean {
  return headers['tus-resumable'] === version
}

function end(response: ServerResponse, status: number, body?: string): void {
  response.statusCode = status
  response.setHeader('cache-control', 'no-store')
  response.end(body)
}
