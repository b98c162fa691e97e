import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import S3rver from '@20minutes/s3rver'

import type { S3Config } from '#platform/config.ts'

/** Returns a handler for the requests that fail, undefined for all others. A request is `METHOD url`. */
export type FaultInjection = (request: string) => RequestListener | undefined

export const objectStoreCredentials = {
  region: 'eu-central-1',
  bucket: 'hub-files',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
} as const
const { bucket } = objectStoreCredentials

/**
 * An S3 server on a free port, with signature checks and objects on disk. This file adds what s3rver lacks: listing and
 * aborting multipart uploads.
 */
export async function startObjectStore() {
  const directory = await mkdtemp(join(tmpdir(), 'scripthaven-s3-'))
  const configureBuckets = [{ name: bucket, configs: [] }]
  const options = { directory, silent: true, vhostBuckets: false, configureBuckets }
  const s3rver = new S3rver(options)
  await s3rver.configureBuckets()
  const serveObject = s3rver.callback()
  // The signature check of s3rver rejects the slash that clients append to the bucket name.
  const serveBucket = new S3rver({ ...options, allowMismatchedSignatures: true }).callback()
  const uploads = join(directory, bucket, '._S3rver_uploads')
  const calls: string[] = []
  let fault: FaultInjection | undefined
  let delay = 0

  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    calls.push(`${method} ${url}`)
    const fail = fault?.(`${method} ${url}`)
    if (fail) fail(request, response)
    else if (delay === 0) serve(request, response)
    else setTimeout(() => serve(request, response), delay)
  })
  function serve(request: IncomingMessage, response: ServerResponse): void {
    const { url = '' } = request
    if (handleMultipart(uploads, request, response)) return
    if (url.split('?')[0] === `/${bucket}/`) serveBucket(request, response)
    else serveObject(request, response)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const s3: S3Config = { endpoint: `http://127.0.0.1:${port}`, ...objectStoreCredentials }

  return {
    s3,
    /** Every request so far, as `METHOD url`. */
    calls,
    /** The names of all objects, in order. */
    objects: async () => (await filesBelow(join(directory, bucket))).sort(),
    /** The ids of multipart uploads that are neither completed nor aborted. */
    openUploads: () => readdir(uploads).catch(() => []),
    /** Undefined ends the fault. */
    injectFault(next: FaultInjection | undefined) {
      fault = next
      // A pending request must not block its client any longer.
      if (!next) server.closeAllConnections()
    },
    /** Delays every request by this many milliseconds. */
    setDelay(milliseconds: number) {
      delay = milliseconds
    },
    /** Sets the modification time of every object. */
    async setModifiedAt(time: Date) {
      const names = await filesBelow(join(directory, bucket))
      await Promise.all(names.map((name) => utimes(join(directory, bucket, name + objectSuffix), time, time)))
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const objectSuffix = '._S3rver_object'

async function filesBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names
    .filter((name) => name.endsWith(objectSuffix))
    .map((name) => name.slice(0, -objectSuffix.length))
}

function handleMultipart(uploads: string, request: IncomingMessage, response: ServerResponse): boolean {
  const { searchParams } = new URL(request.url ?? '', 'http://store')
  const id = searchParams.get('uploadId')
  if (request.method === 'DELETE' && id !== null) {
    void rm(join(uploads, id), { recursive: true, force: true }).then(() => response.writeHead(204).end())
    return true
  }
  if (request.method !== 'GET' || !searchParams.has('uploads')) return false
  void listUploads(uploads).then((xml) =>
    response.writeHead(200, { 'content-type': 'application/xml' }).end(xml),
  )
  return true
}

async function listUploads(uploads: string): Promise<string> {
  const ids = await readdir(uploads).catch(() => [])
  const entries = ids.map(async (id) => {
    const key = await readFile(join(uploads, id, 'key'), 'utf8')
    const { birthtime } = await stat(join(uploads, id, 'key'))
    return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${birthtime.toISOString()}</Initiated></Upload>`
  })
  const uploadElements = (await Promise.all(entries)).join('')
  return `<?xml version="1.0"?><ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploadElements}</ListMultipartUploadsResult>`
}

export function respondWithError(status: number, code = 'InternalError'): RequestListener {
  return (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Broken.</Message></Error>`)
  }
}

export const neverRespond: RequestListener = (request) => void request.resume()

export const closeConnection: RequestListener = (request) => void request.destroy()
