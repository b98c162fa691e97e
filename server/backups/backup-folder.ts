import { createReadStream, createWriteStream } from 'node:fs'
import { access, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'

import { z } from 'zod/mini'

import { DatabaseCopy } from '#platform/backup/database-copy.ts'

/** A command that cannot do what it was asked; the message tells a person what to do. */
export class BackupRefused extends Error {}

const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  madeAt: z.string(),
  database: DatabaseCopy,
})
export type Manifest = z.infer<typeof Manifest>

/** What lies where in a backup. The sums are in the form of sha256sum, which can check them without us. */
export function layoutOf(folder: string) {
  return {
    manifest: join(folder, 'manifest.json'),
    sums: join(folder, 'SHA256SUMS'),
    rows: join(folder, 'rows'),
    files: join(folder, 'files'),
    secret: join(folder, 'token-secret'),
  }
}

/** Where a file of the store lies in a backup, relative to its folder; fanned out as the store does. */
export function placeOf(key: string): string {
  const [kind = '', name = ''] = key.split('/')
  return `files/${kind}/${name.slice(0, 2)}/${name}`
}

/** The key of a file of the store by its place, undefined for anything else. */
export function keyAt(place: string): string | undefined {
  const [root, kind] = place.split('/')
  return root === 'files' ? `${kind}/${basename(place)}` : undefined
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(layoutOf(folder).manifest, `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(layoutOf(folder).manifest, 'utf8').catch(() => {
    throw new BackupRefused(`${folder} is not a finished backup: it has no manifest.json.`)
  })
  const parsed = Manifest.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new BackupRefused(`${folder} holds a backup of another kind; a newer version may read it.`)
}

/** Writes the sums one after another; memory does not grow with them. */
export function openSums(folder: string) {
  const writer = createWriteStream(layoutOf(folder).sums, { mode: 0o600, flush: true })
  const closed = finished(writer)
  closed.catch(() => undefined)
  return {
    async add(sha256: string, place: string) {
      if (!writer.write(`${sha256}  ${place}\n`))
        await Promise.race([new Promise((resolve) => writer.once('drain', resolve)), closed])
    },
    async close() {
      writer.end()
      await closed
    },
  }
}

export async function* readSums(folder: string): AsyncGenerator<{ sha256: string; place: string }> {
  const { sums } = layoutOf(folder)
  await access(sums)
  for await (const line of createInterface({ input: createReadStream(sums), crlfDelay: Infinity })) {
    const [, sha256, place] = /^([\da-f]{64}) {2}(\S+)$/.exec(line) ?? []
    if (sha256 === undefined || place === undefined || place.split('/').includes('..'))
      throw new BackupRefused(`${sums} is damaged: ${line.slice(0, 100)}`)
    yield { sha256, place }
  }
}
