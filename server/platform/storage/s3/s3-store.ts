import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { create as contentDisposition } from 'content-disposition'

import { notFound } from '#platform/errors.ts'
import { toDiskFullError } from '#platform/storage/disk-errors.ts'
import { cleanFileName } from '#platform/storage/file-name.ts'
import {
  assertKey,
  isKey,
  createKey,
  type FileKind,
  type FileStore,
  type ListedFile,
  type OpenedFile,
} from '#platform/storage/store.ts'

import type { Bucket } from './bucket.ts'
import { putFile } from './multipart.ts'

// After a ban, a URL of the store still works for this time (docs/domain-rules.md, "Bans and account status").
const signedUrlSeconds = 60

/** Stores files in a bucket; the object name is the key, `archives/3f9a….zip`. */
export function createS3Store(bucket: Bucket): FileStore {
  return {
    createKey,
    async importFile(stagedPath, key) {
      await putFile(bucket, objectName(key), stagedPath)
      await rm(stagedPath, { force: true })
    },
    write: async (key, bytes) => bucket.put(objectName(key), bytes),
    async open(key, range): Promise<OpenedFile> {
      const object = await bucket.get(objectName(key), range)
      if (!object) throw notFound('File not found')
      return object
    },
    async openLocal(key) {
      assertKey(key)
      return undefined
    },
    stat: async (key) => bucket.head(objectName(key)),
    remove: async (keys) => bucket.remove(keys.map(objectName)),
    list: (kind) => listFiles(bucket, kind),
    exportFile: async (key, path) => exportFile(bucket, objectName(key), path),
    check: () => bucket.check(),
    createSignedUrl: async (key, { method, fileName, contentType }) =>
      bucket.sign(
        method,
        objectName(key),
        { contentType, contentDisposition: contentDisposition(cleanFileName(fileName) || 'file') },
        signedUrlSeconds,
      ),
  }
}

async function* listFiles(bucket: Bucket, kind: FileKind): AsyncGenerator<ListedFile> {
  for await (const { name, size, modifiedAt } of bucket.list(`${kind}/`))
    if (isKey(name)) yield { key: name, size, modifiedAt }
}

async function exportFile(bucket: Bucket, key: string, path: string): Promise<'copied' | 'missing'> {
  await (await open(path, 'wx', 0o600)).close()
  let isComplete = false
  try {
    isComplete = await download(bucket, key, () => createWriteStream(path, { flags: 'r+' }))
    return isComplete ? 'copied' : 'missing'
  } finally {
    if (!isComplete) await rm(path, { force: true })
  }
}

function objectName(key: string): string {
  assertKey(key)
  return key
}

const attemptsMax = 3

/** Reads a whole object, again from its start when the connection breaks. False when the object is missing. */
export async function download(bucket: Bucket, name: string, openWriter: () => Writable): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const object = await bucket.get(name)
    if (!object) return false
    try {
      await pipeline(object.stream, openWriter())
      return true
    } catch (error) {
      const diskFull = toDiskFullError(error)
      if (diskFull) throw diskFull
      if (attempt === attemptsMax) throw bucket.toUnavailableError(error)
    }
  }
}

export async function downloadBytes(bucket: Bucket, name: string): Promise<Buffer | undefined> {
  let parts: Buffer[] = []
  const exists = await download(bucket, name, () => {
    parts = []
    return new Writable({
      write(chunk: Buffer, _encoding, done) {
        parts.push(chunk)
        done()
      },
    })
  })
  return exists ? Buffer.concat(parts) : undefined
}
