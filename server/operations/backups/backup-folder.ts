import { createReadStream, createWriteStream } from 'node:fs'
import { access, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'

import { z } from 'zod/mini'

import { DatabaseCopy } from '#platform/database/copy/copy-tables.ts'

/** The message is for the operator and says what to do. */
export class BackupError extends Error {}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  madeAt: z.string(),
  database: DatabaseCopy,
})
type Manifest = z.infer<typeof Manifest>

/** Paths in a backup. The checksum file has the format of sha256sum, which can verify a backup on its own. */
export function pathsIn(folder: string) {
  return {
    manifest: join(folder, 'manifest.json'),
    checksums: join(folder, 'SHA256SUMS'),
    rows: join(folder, 'rows'),
    files: join(folder, 'files'),
    secret: join(folder, 'token-secret'),
  }
}

/** The relative path of a stored file in a backup, with the subfolders of the disk store. */
export function backupPathOf(key: string): string {
  const [kind = '', name = ''] = key.split('/')
  return `files/${kind}/${name.slice(0, 2)}/${name}`
}

/** The key of a stored file by its path in a backup; undefined for other files of the backup. */
export function keyOfPath(path: string): string | undefined {
  const [root, kind] = path.split('/')
  return root === 'files' ? `${kind}/${basename(path)}` : undefined
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(pathsIn(folder).manifest, `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(pathsIn(folder).manifest, 'utf8').catch(() => {
    throw new BackupError(`${folder} is not a complete backup: it has no manifest.json.`)
  })
  const parsed = Manifest.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new BackupError(`${folder} has an unknown backup format. A newer version may support it.`)
}

export type ChecksumFile = ReturnType<typeof createChecksumFile>

/** Streams the checksums to the disk: a backup may have hundreds of thousands of files. */
export function createChecksumFile(folder: string) {
  const writer = createWriteStream(pathsIn(folder).checksums, { mode: 0o600, flush: true })
  const closed = finished(writer)
  closed.catch(() => undefined)
  return {
    async add(sha256: string, path: string) {
      if (!writer.write(`${sha256}  ${path}\n`))
        await Promise.race([new Promise((resolve) => writer.once('drain', resolve)), closed])
    },
    async close() {
      writer.end()
      await closed
    },
  }
}

export async function* readChecksums(folder: string): AsyncGenerator<{ sha256: string; path: string }> {
  const { checksums } = pathsIn(folder)
  await access(checksums)
  for await (const line of createInterface({ input: createReadStream(checksums), crlfDelay: Infinity })) {
    const [, sha256, path] = /^([\da-f]{64}) {2}(\S+)$/.exec(line) ?? []
    if (sha256 === undefined || path === undefined || path.split('/').includes('..'))
      throw new BackupError(`${checksums} is damaged: ${line.slice(0, 100)}`)
    yield { sha256, path }
  }
}
