import { request as httpRequest, type ClientRequest } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { requireSuccess, tryRequest } from '#test-support/http-client.ts'
import type { RegisteredUser } from '#test-support/users.ts'
import { bytesOf, sendRaw, type Outcome } from './raw-request.ts'
import type { Site } from './site.ts'
import { archiveOf, submission } from './submission.ts'

export const uploadKinds = ['form', 'signed URL', 'tus'] as const
export type UploadKind = (typeof uploadKinds)[number]

/** A prepared upload; the caller decides how much of it is sent. */
export type Upload = {
  bytes: Buffer
  send: (write: (request: ClientRequest, bytes: Buffer) => void) => Promise<Outcome>
  /** Completes a resumable upload and returns the hash; undefined for the others. */
  resume: (() => Promise<string>) | undefined
}

let submissionCount = 0

/** Prepares an upload of one of the three kinds. */
export async function prepareUpload(
  site: Site,
  uploader: RegisteredUser,
  kind: UploadKind,
  size: number,
): Promise<Upload> {
  const url = site.url()
  const authorization = `Bearer ${uploader.token}`
  if (kind === 'form') {
    const { form } = await submission(`Interrupted ${submissionCount++}`, size)
    const { bytes, type } = await bytesOf(form)
    const headers = { authorization, 'content-type': type, 'content-length': String(bytes.length) }
    return {
      bytes,
      resume: undefined,
      send: (write) =>
        sendRaw(url, { method: 'POST', path: '/api/scripts', headers }, (request) => write(request, bytes)),
    }
  }
  const bytes = archiveOf(size)
  const details = { fileName: 'script.zip', fileSize: bytes.length }
  const { body } = await requireSuccess(url, uploader, 'POST', '/api/scripts/upload-url', details)
  const plain = { 'content-length': String(bytes.length) }
  const headers: Record<string, string> =
    kind === 'signed URL'
      ? { ...plain, 'content-type': 'application/zip' }
      : {
          ...plain,
          'content-type': 'application/offset+octet-stream',
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
        }
  const method = kind === 'signed URL' ? 'PUT' : 'PATCH'
  return {
    bytes,
    send: (write) =>
      sendRaw(url, { method, path: body.uploadUrl, headers }, (request) => write(request, bytes)),
    resume: kind === 'tus' ? () => finishByTus(site, uploader, body, bytes) : undefined,
  }
}

/** Resumes at the offset that the app reports, submits, and returns the hash that the app computed. */
async function finishByTus(
  site: Site,
  uploader: RegisteredUser,
  upload: { uploadUrl: string; fileKey: string },
  bytes: Buffer,
): Promise<string> {
  const url = site.url()
  const version = { 'tus-resumable': '1.0.0' }
  const head = await fetch(new URL(upload.uploadUrl, url), { method: 'HEAD', headers: version })
  const offset = Number(head.headers.get('upload-offset') ?? Number.NaN)
  const headers = {
    ...version,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  }
  const rest = new Uint8Array(bytes.subarray(offset))
  const sent = await fetch(new URL(upload.uploadUrl, url), { method: 'PATCH', headers, body: rest })
  if (sent.status !== 204) throw new Error(`The upload could not resume at ${offset}: ${sent.status}`)
  const { form } = await submission(`Resumed ${submissionCount++}`)
  form.delete('scriptFile')
  form.set('fileKey', upload.fileKey)
  form.set('fileSize', String(bytes.length))
  const response = await tryRequest(url, uploader, 'POST', '/api/scripts', form)
  return String(response?.body.sha256)
}

/** Sends an archive to a signed URL in chunks. Returns the hash that the app computed, or its error. */
export async function putArchive(target: URL, pieces: Iterable<Buffer>, size: number): Promise<string> {
  const headers = { 'content-length': size, 'content-type': 'application/zip' }
  const sending = httpRequest(target, { method: 'PUT', headers })
  const result = new Promise<string>((resolve, reject) => {
    sending.once('error', reject).once('response', async (response) => {
      const text = (await response.toArray()).join('')
      resolve(response.statusCode === 200 ? JSON.parse(text).sha256 : text)
    })
  })
  result.catch(() => undefined)
  await pipeline(Readable.from(pieces), sending)
  return result
}
