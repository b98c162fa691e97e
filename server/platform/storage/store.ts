import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** `packs` and `exports` can be made again: backups do not contain them. */
export const fileKinds = ['archives', 'images', 'avatars', 'packs', 'exports'] as const
export type FileKind = (typeof fileKinds)[number]

/** Inclusive at both ends and from 0, as in HTTP. */
export type ByteRange = { start: number; end: number }

/** `size` is the size of the whole file, also when only a range was opened. */
export type OpenedFile = { stream: Readable; size: number }

/** An open file of the local disk. The caller closes it. */
export type LocalFile = {
  /** Returns the number of bytes read: less than the buffer holds only at the end of the file. */
  readInto(buffer: Buffer, position: number): Promise<number>
  close(): Promise<void>
}

export type ListedFile = { key: string; size: number; modifiedAt: Date }

/** A file as a database row describes it; `referencedBy` names the row in messages. */
export type ReferencedFile = { key: string; size?: number; sha256?: string; referencedBy: string }

/** The file is sent as an attachment. */
type SignedUrlOptions = { method: 'GET' | 'HEAD'; fileName: string; contentType: string }

/**
 * Stores files under keys. Rows reference a file by its key, which contains nothing that a user chose. A key never shows
 * an incomplete file.
 */
export type FileStore = {
  /** Random without `name`. A hash of the content as `name` makes the URL immutable. */
  createKey(kind: FileKind, extension: string, name?: string): string
  /** Moves a staged file into the store. */
  importFile(stagedPath: string, key: string): Promise<void>
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Throws not_found for a missing file. The caller reads the stream to its end or destroys it. */
  open(key: string, range?: ByteRange): Promise<OpenedFile>
  /** Like `open` for the local disk; undefined for a bucket. */
  openLocal(key: string): Promise<LocalFile | undefined>
  stat(key: string): Promise<{ size: number } | undefined>
  /** Ignores missing files. */
  remove(keys: readonly string[]): Promise<void>
  list(kind: FileKind): AsyncIterable<ListedFile>
  /** Copies a file to a path that must not exist; as a hard link where the file system supports it. */
  exportFile(key: string, path: string): Promise<'linked' | 'copied' | 'missing'>
  /** A short-lived URL at which the bucket serves the file; undefined for a local disk. */
  createSignedUrl(key: string, options: SignedUrlOptions): Promise<string | undefined>
  /** Rejects when the store cannot be used now; for the health check. */
  check(): Promise<void>
}

const keyShape = /^(?:archives|images|avatars|packs|exports)\/[a-z0-9][a-z0-9-]{15,119}\.[a-z0-9]{1,5}$/

export function createKey(kind: FileKind, extension: string, name = randomBytes(16).toString('hex')): string {
  const key = `${kind}/${name}.${extension}`
  assertKey(key)
  return key
}

/** A key of another shape is a bug and must never become a path. */
export function assertKey(key: string): void {
  if (!keyShape.test(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`)
}

export function isKey(text: string): boolean {
  return keyShape.test(text)
}
