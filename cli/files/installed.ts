import { createHash } from 'node:crypto'

import { z } from 'zod/mini'

import { ResourceName, Sha256, type Lock } from './lock.ts'
import { parseJson, readText } from './read-json.ts'

const InstalledFile = z.object({ sha256: Sha256, size: z.int() })
export type InstalledFile = z.output<typeof InstalledFile>
export type InstalledFiles = Record<string, InstalledFile>

/** `scripthaven/installed.json`: the files as they were published. What differs on the disk is the owner's. */
export const Installed = z.object({
  scripts: z.record(
    z.string(),
    z.object({ versionId: z.int(), version: z.string(), sha256: Sha256, installedAt: z.string() }),
  ),
  resources: z.record(
    ResourceName,
    z.object({ script: z.int(), files: z.record(z.string(), InstalledFile) }),
  ),
})
export type Installed = z.output<typeof Installed>

export function readInstalled(path: string): Installed {
  const text = readText(path)
  return text === undefined ? { scripts: {}, resources: {} } : parseJson(path, text, Installed)
}

/** Resources of a locked archive whose files have other hashes here than in the lock: this record was changed. */
export function otherHashes(
  lock: Lock,
  { scripts, resources }: Installed,
): { name: string; script: number }[] {
  return Object.entries(resources).flatMap(([name, { script, files }]) => {
    const locked = lock.resources[name]
    const isSameArchive = scripts[script]?.sha256 === lock.scripts[script]?.sha256
    return isSameArchive && locked?.script === script && locked.sha256 !== hashFiles(files)
      ? [{ name, script }]
      : []
  })
}

/** One hash over the paths and hashes of files. */
export function hashFiles(files: InstalledFiles): string {
  const hash = createHash('sha256')
  for (const path of Object.keys(files).toSorted()) hash.update(`${path}\0${files[path]?.sha256}\n`)
  return hash.digest('hex')
}
