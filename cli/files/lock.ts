import { z } from 'zod/mini'

import { archiveKinds, emptyLock, lockVersion, type LockFile } from '#contract/scripts/lock-file.ts'
import { CliError } from '#cli/cli-error.ts'
import { isStartable } from '#server/scripts/install/server-cfg.rules.ts'

import { pathProblem } from './names.ts'
import { satisfies, Hub, ScriptId, type Project } from './project.ts'
import { parseJson, readText } from './read-json.ts'

export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256 in hexadecimal'))

/** A name that is a folder on each system and an argument in server.cfg. */
export function isResourceName(name: string): boolean {
  return isStartable(name) && pathProblem(name) === undefined
}

export const ResourceName = z.string().check(z.refine(isResourceName, 'Not a name that a resource can have'))

const Script = z.strictObject({
  author: z.string(),
  kind: z.enum(archiveKinds),
  name: z.string(),
  needs: z.record(z.string(), z.nullable(z.int())),
  rootName: ResourceName,
  sha256: Sha256,
  size: z.int().check(z.gte(1)),
  version: z.string(),
  versionId: z.int().check(z.gte(1)),
})

const LockedResource = z.strictObject({
  script: z.int(),
  /** Over the paths and hashes of its files. */
  sha256: Sha256,
})

const LockedSql = z.strictObject({ script: z.int(), sha256: Sha256 })

/** Checks names, which become paths. */
export const Lock = z.strictObject({
  formatVersion: z.literal(lockVersion),
  hub: Hub,
  resources: z.record(ResourceName, LockedResource),
  scripts: z.record(ScriptId, Script),
  sql: z.record(z.string(), LockedSql),
  start: z.array(ResourceName),
})
export type Lock = LockFile

/** An empty lock if there is none. */
export function readLock(path: string, { hub }: Pick<Project, 'hub'>): Lock {
  const text = readText(path)
  if (text === undefined) return emptyLock(hub)
  const { formatVersion: version } = parseJson(path, text, z.looseObject({ formatVersion: z.unknown() }))
  if (typeof version === 'number' && version > lockVersion)
    throw new CliError(
      `scripthaven.lock was written by a later release (format ${version}). Update this program: download ${hub}/cli.mjs again.`,
    )
  const lock = parseJson(path, text, Lock)
  if (lock.hub !== hub)
    throw new CliError(
      `scripthaven.lock belongs to ${lock.hub}, scripthaven.json to ${hub}. Restore one of them, or delete scripthaven.lock: the next sync writes it again.`,
    )
  const lost = Object.entries(lock.resources).find(([, { script }]) => !(String(script) in lock.scripts))
  if (lost)
    throw new CliError(
      `scripthaven.lock has the resource ${lost[0]} of a script that it does not list. Restore it, or delete it: the next sync writes it again.`,
    )
  return lock
}

/** What the lock and scripthaven.json disagree about, as sentences. A merge by Git can lose a line of the lock. */
export function disagreements(project: Project, lock: Lock): string[] {
  const ranges = Object.entries(project.scripts).flatMap(([id, range]) => {
    const locked = lock.scripts[id]
    if (!locked) return [`Script ${id} is not locked.`]
    return satisfies(locked.version, range)
      ? []
      : [`Script ${id} is locked at ${locked.version}, scripthaven.json wants ${range}.`]
  })
  const needs = Object.entries(lock.scripts).flatMap(([id, script]) =>
    Object.values(script.needs)
      .filter((provider) => provider !== null && !(String(provider) in lock.scripts))
      .map((provider) => `Script ${id} needs script ${provider}, which is not locked.`),
  )
  return [...ranges, ...new Set(needs)]
}

/** The scripts of a lock that scripthaven.json wants, and what they need. */
export function reachable({ scripts }: Lock, project: Project): Set<string> {
  const reached = new Set<string>()
  const queue = Object.keys(project.scripts)
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    for (const provider of Object.values(scripts[id]?.needs ?? {}))
      if (provider !== null) queue.push(String(provider))
  }
  return reached
}
