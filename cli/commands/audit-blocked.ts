import { lstatSync } from 'node:fs'
import { join } from 'node:path'

import type { ResolvedScript } from '#contract/scripts/resolve.ts'
import { hashFile, hashWithLineFeeds } from '#cli/disk/read-folder.ts'
import type { Installed } from '#cli/files/installed.ts'
import type { Lock } from '#cli/files/lock.ts'

import { problem, type Problem } from './audit-problem.ts'

/** Its finding says that the hub has read the archive since the file is on the blocklist. */
export const blockedFileRule = 'blocklisted-file'

export type BlockedFiles = { has(sha256: string): boolean }

/** The feed has the first 32 digits. */
export function blockedFilesOf({ files }: { files: readonly string[] }): BlockedFiles {
  const blocked = new Set(files)
  return { has: (sha256) => blocked.has(sha256.slice(0, 32)) }
}

/**
 * A version with a blocked file waits for a moderator. The hub publishes one whose report names the file only if it is blocked
 * for other scripts: this is the one of its first author, or moderators excepted it.
 */
export function keepsBlockedFiles(published: ResolvedScript | undefined): boolean {
  return published?.version != null && published.findings.some(({ rule }) => rule === blockedFileRule)
}

export function blockedFile(path: string, script?: number): Problem {
  return problem('high', 'blocked', script, `${path} is on the blocklist of the hub.`)
}

type Resource = Installed['resources'][string] & {
  name: string
  folder: string
  changed: readonly string[]
  added: readonly string[]
}

/** Files of installed resources, as they were published and as they are on the disk. */
export function checkBlockedFiles(
  resources: readonly Resource[],
  {
    blocked,
    lock,
    published,
  }: { blocked: BlockedFiles; lock: Lock; published: ReadonlyMap<number, ResolvedScript> },
): Problem[] {
  return resources.flatMap(({ name, script, files, folder, changed, added }) => {
    const current = published.get(script)
    const isKept = current?.version?.sha256 === lock.scripts[script]?.sha256 && keepsBlockedFiles(current)
    const unchanged = Object.entries(files).flatMap(([path, { sha256 }]) =>
      !isKept && blocked.has(sha256) ? [path] : [],
    )
    const others = [...changed, ...added].filter((path) => {
      const file = join(folder, path)
      if (!lstatSync(file).isFile()) return false
      return [hashFile(file), hashWithLineFeeds(file)].some((hash) => hash !== undefined && blocked.has(hash))
    })
    return [...new Set([...unchanged, ...others])].map((path) => blockedFile(`${name}/${path}`, script))
  })
}
