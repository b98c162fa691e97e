import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { createGameServer } from './game-server.ts'

type GameServer = Awaited<ReturnType<typeof createGameServer>>

const filesPerResource = 30

/** Files that say their version, for an archive. */
export function versionedFiles(version: string): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: filesPerResource }, (_, index) => [
      `data/${index}.lua`,
      `return '${version}' -- ${'x'.repeat(20_000)}\n`,
    ]),
  )
}

/** The one version of which all files of a resource are, or what is wrong with it. */
export async function installedVersion(server: GameServer, name: string): Promise<string> {
  const folder = server.installed(name, 'data')
  if (!existsSync(folder)) return 'missing'
  const texts = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')))
  const versions = new Set(texts.map((text) => /return '([^']+)'/.exec(text)?.[1] ?? 'damaged'))
  return texts.length === filesPerResource && versions.size === 1
    ? [...versions].join('')
    : `half: ${texts.length} files, ${[...versions].join(', ')}`
}
