import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

import type { Site } from './site.ts'

const twoDays = 2 * 24 * 60 * 60 * 1000

/** All files of the store, without those in staging. */
export function storedFiles(site: Site): string[] {
  return ['archives', 'images', 'avatars'].flatMap((kind) => filesBelow(join(site.dataDir, 'files', kind)))
}

/** The files of running and interrupted uploads, without those of analyses, which run later. */
export function stagedFiles(site: Site): string[] {
  return filesBelow(join(site.dataDir, 'files/tmp')).filter((path) => !/\.(archive|pack)$/.test(path))
}

/** Sets the file times back by two days: the sweeps spare new files, which may belong to a running request. */
export function makeOld(paths: readonly string[]): void {
  const then = new Date(Date.now() - twoDays)
  for (const path of paths) utimesSync(path, then, then)
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
