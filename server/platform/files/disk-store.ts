import { randomUUID } from 'node:crypto'
import { close, createReadStream, fstat, open as openFd, read } from 'node:fs'
import { constants, copyFile, link, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { notFound } from '#platform/failures.ts'
import {
  assertKey,
  isKey,
  makeKey,
  type ByteRange,
  type FileKind,
  type FileStore,
  type ListedFile,
  type LocalFile,
  type OpenedFile,
} from './store.ts'
import { isErrorCode, withDiskFailures } from './disk-failures.ts'
import { prepareStaging } from './staging.ts'

const openDescriptor = promisify(openFd)
const readDescriptor = promisify(read)
const statDescriptor = promisify(fstat)
const closeDescriptor = promisify(close)

const readChunkSize = 256 * 1024

const kinds: readonly FileKind[] = ['archives', 'images', 'avatars']

/** Keeps files under one folder: `archives/3f/3f9a….zip`. Its `tmp` is where uploads are staged. */
export async function openDiskStore(directory: string): Promise<FileStore> {
  const pathOf = (key: string) => pathOfKey(directory, key)
  const staging = await prepareStaging(directory)
  for (const kind of kinds) await mkdir(join(directory, kind), { recursive: true, mode: 0o700 })

  return {
    newKey: makeKey,
    moveIn: (stagedPath, key) => moveInto(stagedPath, pathOf(key)),
    write: (key, bytes) => writeWhole(join(staging, `${randomUUID()}.part`), pathOf(key), bytes),
    open: (key, range) => openFile(pathOf(key), range),
    openHere: (key) => openHere(pathOf(key)),
    stat: (key) => statFile(pathOf(key)),
    remove: async (keys) => {
      for (const path of keys.map(pathOf)) await rm(path, { force: true })
    },
    list: (kind) => listFiles(directory, kind),
    async addressOf(key) {
      assertKey(key)
      return undefined
    },
    copyOut: (key, path) => copyOut(pathOf(key), path),
    check: () => checkWritable(join(staging, `${randomUUID()}.check`)),
  }
}

function pathOfKey(directory: string, key: string): string {
  return join(directory, placeOfKey(key))
}

/** Where a file lies below the folder of the store, as part of an address too: a key holds nothing to be encoded. */
export function placeOfKey(key: string): string {
  assertKey(key)
  const name = basename(key)
  return `${dirname(key)}/${name.slice(0, 2)}/${name}`
}

async function moveInto(from: string, to: string): Promise<void> {
  const folder = dirname(to)
  await withDiskFailures(async () => {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(from, to)
    await syncDirectory(folder)
    if (made) await syncDirectory(dirname(folder))
  })
}

async function writeWhole(staged: string, to: string, bytes: Uint8Array): Promise<void> {
  try {
    await withDiskFailures(() => writeSynced(staged, bytes))
    await moveInto(staged, to)
  } finally {
    await rm(staged, { force: true })
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(bytes)
  await file.sync()
}

/** Without it a power cut may forget the new name although the file itself is safe. */
async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory; its renames are written through by the journal.
  if (process.platform === 'win32') return
  await using directory = await open(path, 'r')
  await directory.sync()
}

/** A plain descriptor: a FileHandle that a broken download leaves to the garbage collector ends the process. */
async function openToRead(path: string): Promise<number> {
  const fd = await openDescriptor(path, 'r').catch(missing)
  if (fd === undefined) throw notFound('File not found')
  return fd
}

async function openHere(path: string): Promise<LocalFile> {
  const fd = await openToRead(path)
  return {
    readInto: async (memory, position) =>
      (await readDescriptor(fd, memory, 0, memory.length, position)).bytesRead,
    close: () => closeDescriptor(fd),
  }
}

async function openFile(path: string, range: ByteRange | undefined): Promise<OpenedFile> {
  const fd = await openToRead(path)
  try {
    const { size } = await statDescriptor(fd)
    const stream = createReadStream(path, { fd, ...range, highWaterMark: readChunkSize })
    return { stream, size }
  } catch (error) {
    await closeDescriptor(fd)
    throw error
  }
}

async function statFile(path: string): Promise<{ size: number } | undefined> {
  const found = await stat(path).catch(missing)
  return found && { size: found.size }
}

async function* listFiles(directory: string, kind: FileKind): AsyncGenerator<ListedFile> {
  for await (const folder of await opendir(join(directory, kind))) {
    if (!folder.isDirectory()) continue
    const path = join(directory, kind, folder.name)
    for await (const file of await opendir(path)) {
      const key = `${kind}/${file.name}`
      // A file may be removed while the list is being read.
      const found = isKey(key) && (await stat(join(path, file.name)).catch(missing))
      if (found) yield { key, size: found.size, modifiedAt: found.mtime }
    }
  }
}

async function copyOut(from: string, to: string): Promise<'linked' | 'copied' | 'missing'> {
  try {
    await link(from, to)
    return 'linked'
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return 'missing'
    if (isErrorCode(error, 'EEXIST')) throw error
  }
  // Another disk, or one without links.
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  return 'copied'
}

async function checkWritable(path: string): Promise<void> {
  try {
    await withDiskFailures(() => writeSynced(path, Buffer.from('ok')))
  } finally {
    await rm(path, { force: true })
  }
}

function missing(error: unknown): undefined {
  if (isErrorCode(error, 'ENOENT')) return undefined
  throw error
}
