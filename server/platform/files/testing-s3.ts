import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import S3rver from '@20minutes/s3rver'

import type { S3Config } from '#platform/config.ts'

/** What is wrong with the store at the moment: how it answers this call, undefined for as ever. */
export type Trouble = (call: string) => RequestListener | undefined

/** What opens it; its address is its own. */
export const objectStoreAccess = {
  region: 'eu-central-1',
  bucket: 'hub-files',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
} as const
const { bucket } = objectStoreAccess

/**
 * An object store of its own on a free port: checks signatures, keeps objects on the disk. What the package lacks, the
 * list and the abort of multipart uploads, is answered here.
 */
export async function startObjectStore() {
  const directory = await mkdtemp(join(tmpdir(), 'hub-s3-'))
  const configureBuckets = [{ name: bucket, configs: [] }]
  const options = { directory, silent: true, vhostBuckets: false, configureBuckets }
  const s3rver = new S3rver(options)
  await s3rver.configureBuckets()
  const serveObject = s3rver.callback()
  // Its check of signatures does not know the slash that clients put behind a bucket's name.
  const serveBucket = new S3rver({ ...options, allowMismatchedSignatures: true }).callback()
  const uploads = join(directory, bucket, '._S3rver_uploads')
  const calls: string[] = []
  let trouble: Trouble | undefined
  let lateBy = 0

  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    calls.push(`${method} ${url}`)
    const answer = trouble?.(`${method} ${url}`)
    if (answer) answer(request, response)
    else if (lateBy === 0) serve(request, response)
    else setTimeout(() => serve(request, response), lateBy)
  })
  function serve(request: IncomingMessage, response: ServerResponse): void {
    const { url = '' } = request
    if (answerMultipart(uploads, request, response)) return
    if (url.split('?')[0] === `/${bucket}/`) serveBucket(request, response)
    else serveObject(request, response)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const s3: S3Config = { endpoint: `http://127.0.0.1:${port}`, ...objectStoreAccess }

  return {
    s3,
    /** Method and address of every request so far. */
    calls,
    /** The names of all objects, in order. */
    objects: async () => (await filesBelow(join(directory, bucket))).sort(),
    /** The ids of multipart uploads that are neither completed nor aborted. */
    openUploads: () => readdir(uploads).catch(() => []),
    /** From now on; undefined ends it. */
    troubleWith(next: Trouble | undefined) {
      trouble = next
      // Whoever waits for a silent store must not wait on.
      if (!next) server.closeAllConnections()
    },
    /** Milliseconds that the store takes before it begins with a call, from now on. */
    delay(milliseconds: number) {
      lateBy = milliseconds
    },
    /** As if every object had been put at this time. */
    async setAge(putAt: Date) {
      const names = await filesBelow(join(directory, bucket))
      await Promise.all(
        names.map((name) => utimes(join(directory, bucket, name + objectSuffix), putAt, putAt)),
      )
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

function answerMultipart(uploads: string, request: IncomingMessage, response: ServerResponse): boolean {
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
  const listed = (await Promise.all(entries)).join('')
  return `<?xml version="1.0"?><ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${listed}</ListMultipartUploadsResult>`
}

/** Answers every request with this status, as a store does that is overloaded or broken. */
export function failsWith(status: number, code = 'InternalError'): RequestListener {
  return (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Broken.</Message></Error>`)
  }
}

/** Takes every request and never answers. */
export const staysSilent: RequestListener = (request) => void request.resume()

/** Cuts every connection. */
export const cutsOff: RequestListener = (request) => void request.destroy()
