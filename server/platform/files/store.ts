import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

export type FileKind = 'archives' | 'images' | 'avatars'

/** Both ends count, as in an HTTP range: the first byte is 0. */
export type ByteRange = { start: number; end: number }

/** `size` is the size of the whole file, also when a range of it was asked for. */
export type OpenedFile = { stream: Readable; size: number }

/** A file of this machine's disk, for whoever reads it into memory of his own. Whoever opens it closes it. */
export type LocalFile = {
  /** How many bytes came: all that there is room for, but at the end of the file. */
  readInto(memory: Buffer, position: number): Promise<number>
  close(): Promise<void>
}

export type ListedFile = { key: string; size: number; modifiedAt: Date }

/** A file as the row that names it knows it. */
export type NamedFile = { key: string; size?: number; sha256?: string; namedBy: string }

/** How a file is answered from its own address, always as an attachment. */
export type AnsweredFile = { method: 'GET' | 'HEAD'; fileName: string; contentType: string }

/**
 * Where files rest. A key is all that a row keeps of a file; it holds nothing a user chose.
 * Only whole files are ever visible under a key.
 */
export type FileStore = {
  /** Random, unless a name is given: a hash of the content, so that the address may be cached for ever. */
  newKey(kind: FileKind, extension: string, name?: string): string
  /** A staged file becomes the file under this key; the staged path is gone afterwards. */
  moveIn(stagedPath: string, key: string): Promise<void>
  /** For bytes that were made here, such as an encoded image. */
  write(key: string, bytes: Uint8Array): Promise<void>
  /** A missing file is a Failure not_found. Whoever opens a stream reads it to its end or destroys it. */
  open(key: string, range?: ByteRange): Promise<OpenedFile>
  /** The same, where the store is a disk of this machine; undefined where bytes only come as a stream. */
  openHere(key: string): Promise<LocalFile | undefined>
  stat(key: string): Promise<{ size: number } | undefined>
  /** A key without a file is no error. */
  remove(keys: readonly string[]): Promise<void>
  list(kind: FileKind): AsyncIterable<ListedFile>
  /** Puts a copy at a path where nothing is: a second name of the same bytes, which never change, where the disk has that. */
  copyOut(key: string, path: string): Promise<'linked' | 'copied' | 'missing'>
  /** A short-lived address at which the store itself answers with the file; undefined where only the hub can. */
  addressOf(key: string, as: AnsweredFile): Promise<string | undefined>
  /** Resolves when a file can be written now; for the health call. */
  check(): Promise<void>
}

const keyShape = /^(?:archives|images|avatars)\/[a-z0-9][a-z0-9-]{15,119}\.[a-z0-9]{1,5}$/

export function makeKey(kind: FileKind, extension: string, name = randomBytes(16).toString('hex')): string {
  const key = `${kind}/${name}.${extension}`
  assertKey(key)
  return key
}

/** Keys are made here and kept in rows; one of another shape is a bug, and must not become a path. */
export function assertKey(key: string): void {
  if (!keyShape.test(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`)
}

export function isKey(text: string): boolean {
  return keyShape.test(text)
}
