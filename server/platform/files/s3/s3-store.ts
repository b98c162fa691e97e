import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'

import { create as contentDisposition } from 'content-disposition'

import { notFound } from '#platform/failures.ts'
import { cleanFileName } from '#platform/files/file-name.ts'
import {
  assertKey,
  isKey,
  makeKey,
  type FileKind,
  type FileStore,
  type ListedFile,
  type OpenedFile,
} from '#platform/files/store.ts'

import type { Bucket } from './bucket.ts'
import { download } from './download.ts'
import { putFile } from './multipart.ts'

// security.md: who is banned keeps what an address of the store gives for so long.
const addressSeconds = 60

/** Keeps files in a bucket, under their keys: `archives/3f9a….zip`. */
export function openS3Store(bucket: Bucket): FileStore {
  return {
    newKey: makeKey,
    async moveIn(stagedPath, key) {
      await putFile(bucket, named(key), stagedPath)
      await rm(stagedPath, { force: true })
    },
    write: async (key, bytes) => bucket.put(named(key), bytes),
    async open(key, range): Promise<OpenedFile> {
      const found = await bucket.get(named(key), range)
      if (!found) throw notFound('File not found')
      return found
    },
    async openHere(key) {
      assertKey(key)
      return undefined
    },
    stat: async (key) => bucket.head(named(key)),
    remove: async (keys) => bucket.remove(keys.map(named)),
    list: (kind) => listFiles(bucket, kind),
    copyOut: async (key, path) => copyOut(bucket, named(key), path),
    check: () => bucket.check(),
    addressOf: async (key, { method, fileName, contentType }) =>
      bucket.sign(
        method,
        named(key),
        { contentType, contentDisposition: contentDisposition(cleanFileName(fileName) || 'file') },
        addressSeconds,
      ),
  }
}

async function* listFiles(bucket: Bucket, kind: FileKind): AsyncGenerator<ListedFile> {
  for await (const { name, size, modifiedAt } of bucket.list(`${kind}/`))
    if (isKey(name)) yield { key: name, size, modifiedAt }
}

async function copyOut(bucket: Bucket, key: string, path: string): Promise<'copied' | 'missing'> {
  await (await open(path, 'wx', 0o600)).close()
  let isWhole = false
  try {
    isWhole = await download(bucket, key, () => createWriteStream(path, { flags: 'r+' }))
    return isWhole ? 'copied' : 'missing'
  } finally {
    if (!isWhole) await rm(path, { force: true })
  }
}

/** A key is the name of its object. */
function named(key: string): string {
  assertKey(key)
  return key
}
