import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

import type { Site } from './site.ts'

const twoDays = 2 * 24 * 60 * 60 * 1000

/** Every file of the store that is no longer on its way. */
export function storedFiles(site: Site): string[] {
  return ['archives', 'images', 'avatars'].flatMap((kind) => filesBelow(join(site.dataDir, 'files', kind)))
}

/** What is on its way, or was when it broke off. */
export function stagedFiles(site: Site): string[] {
  return filesBelow(join(site.dataDir, 'files/tmp'))
}

/** Old enough for the sweeps, which spare what may belong to a change that is just being made. */
export function makeOld(paths: readonly string[]): void {
  const then = new Date(Date.now() - twoDays)
  for (const path of paths) utimesSync(path, then, then)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
