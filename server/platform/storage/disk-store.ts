import { randomUUID } from 'node:crypto'
import { close, createReadStream, fstat, open as openFd, read } from 'node:fs'
import { constants, copyFile, link, mkdir, open, opendir, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { notFound } from '#platform/errors.ts'
import {
  assertKey,
  createKey,
  fileKinds,
  isKey,
  type ByteRange,
  type FileKind,
  type FileStore,
  type ListedFile,
  type LocalFile,
  type OpenedFile,
} from './store.ts'
import { ignoreMissing, isErrorCode, withDiskFullErrors } from './disk-errors.ts'
import { prepareStaging } from './staging.ts'

const openDescriptor = promisify(openFd)
const readDescriptor = promisify(read)
const statDescriptor = promisify(fstat)
const closeDescriptor = promisify(close)

const readChunkSize = 256 * 1024

/** Stores files in one folder, `archives/3f/3f9a….zip`; its subfolder `tmp` holds incomplete uploads. */
export async function createDiskStore(directory: string): Promise<FileStore> {
  const pathOf = (key: string) => join(directory, pathOfKey(key))
  const staging = await prepareStaging(directory)
  for (const kind of fileKinds) await mkdir(join(directory, kind), { recursive: true, mode: 0o700 })

  return {
    createKey,
    importFile: (stagedPath, key) => moveFile(stagedPath, pathOf(key)),
    write: (key, bytes) => writeFileAtomically(join(staging, `${randomUUID()}.part`), pathOf(key), bytes),
    open: (key, range) => openFile(pathOf(key), range),
    openLocal: (key) => openLocal(pathOf(key)),
    stat: (key) => statFile(pathOf(key)),
    remove: async (keys) => {
      for (const path of keys.map(pathOf)) await rm(path, { force: true })
    },
    list: (kind) => listFiles(directory, kind),
    async createSignedUrl(key) {
      assertKey(key)
      return undefined
    },
    exportFile: (key, path) => linkOrCopy(pathOf(key), path),
    check: () => checkWritable(join(staging, `${randomUUID()}.check`)),
  }
}

/** The path of a file in the folder of the store. It needs no URL encoding. */
export function pathOfKey(key: string): string {
  assertKey(key)
  const name = basename(key)
  return `${dirname(key)}/${name.slice(0, 2)}/${name}`
}

async function moveFile(from: string, to: string): Promise<void> {
  const folder = dirname(to)
  await withDiskFullErrors(async () => {
    const createdFolder = await mkdir(folder, { recursive: true, mode: 0o700 })
    // The sweep removes what is old and has no row, and the row of a direct upload of yesterday is not committed yet.
    const now = new Date()
    await utimes(from, now, now)
    await rename(from, to)
    await syncDirectory(folder)
    if (createdFolder) await syncDirectory(dirname(folder))
  })
}

async function writeFileAtomically(staged: string, to: string, bytes: Uint8Array): Promise<void> {
  try {
    await withDiskFullErrors(() => writeSynced(staged, bytes))
    await moveFile(staged, to)
  } finally {
    await rm(staged, { force: true })
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(bytes)
  await file.sync()
}

/** Without this a power failure may lose the new directory entry, although the file itself is on the disk. */
async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory; NTFS journals renames.
  if (process.platform === 'win32') return
  await using directory = await open(path, 'r')
  await directory.sync()
}

/** A plain descriptor: a FileHandle that the garbage collector closes after a broken download ends the process. */
async function openToRead(path: string): Promise<number> {
  const fd = await openDescriptor(path, 'r').catch(ignoreMissing)
  if (fd === undefined) throw notFound('File not found')
  return fd
}

async function openLocal(path: string): Promise<LocalFile> {
  const fd = await openToRead(path)
  return {
    readInto: async (buffer, position) =>
      (await readDescriptor(fd, buffer, 0, buffer.length, position)).bytesRead,
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
  const stats = await stat(path).catch(ignoreMissing)
  return stats && { size: stats.size }
}

async function* listFiles(directory: string, kind: FileKind): AsyncGenerator<ListedFile> {
  for await (const folder of await opendir(join(directory, kind))) {
    if (!folder.isDirectory()) continue
    const path = join(directory, kind, folder.name)
    for await (const file of await opendir(path)) {
      const key = `${kind}/${file.name}`
      // A file may be removed while the directory is read.
      const stats = isKey(key) && (await stat(join(path, file.name)).catch(ignoreMissing))
      if (stats) yield { key, size: stats.size, modifiedAt: stats.mtime }
    }
  }
}

export async function linkOrCopy(from: string, to: string): Promise<'linked' | 'copied' | 'missing'> {
  try {
    await link(from, to)
    return 'linked'
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return 'missing'
    if (isErrorCode(error, 'EEXIST')) throw error
  }
  // Another file system, or one without hard links.
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  return 'copied'
}

async function checkWritable(path: string): Promise<void> {
  try {
    await withDiskFullErrors(() => writeSynced(path, Buffer.from('ok')))
  } finally {
    await rm(path, { force: true })
  }
}
