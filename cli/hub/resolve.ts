import { join } from 'node:path'

import { emptyLock, lockedScript } from '#contract/scripts/lock-file.ts'
import { resolveApi, resolveLimits, type Resolution, type ResolvedScript } from '#contract/scripts/resolve.ts'
import { CliError, exitCodes } from '#cli/cli-error.ts'
import { findResources } from '#cli/disk/read-folder.ts'
import type { Lock } from '#cli/files/lock.ts'
import { isInside, type Place } from '#cli/files/place.ts'
import type { Project } from '#cli/files/project.ts'
import { plain, type Output } from '#cli/terminal/output.ts'

import type { Hub } from './hub.ts'

type Question = {
  hub: Hub
  place: Place
  project: Project
  /** Scripts that keep their version where it fits. */
  locked?: Record<string, string>
  /** More resources that the server has. */
  resources?: Iterable<string>
  cooldownMs?: number
}

/** The version of each script of a lock, which stays where it fits. */
export function versionsOf({ scripts }: Lock): Record<string, string> {
  return Object.fromEntries(Object.entries(scripts).map(([id, { version }]) => [id, version]))
}

/** Asks the hub for versions of the wanted scripts and of all that they need. */
export async function resolveScripts({
  hub,
  place,
  project,
  locked = {},
  resources: more = [],
  cooldownMs = 0,
}: Question): Promise<Resolution> {
  const own = join(place.root, project.folder)
  const resources = findResources(join(place.root, 'resources')).flatMap(([name, path]) =>
    isInside(own, path) || name.length > resolveLimits.nameMax ? [] : [name],
  )
  return hub.call(resolveApi, {
    body: {
      scripts: project.scripts,
      resources: [...more, ...new Set(resources.toSorted())].slice(0, resolveLimits.resourcesMax),
      choices: project.providers ?? {},
      locked,
      cooldown: Math.round(cooldownMs / 1000),
    },
  })
}

/** The scripts of these versions as the hub publishes them. */
export async function readPublished(
  { hub, place, project }: Pick<Question, 'hub' | 'place' | 'project'>,
  versions: Record<string, string>,
): Promise<Map<number, ResolvedScript>> {
  const exact = Object.entries(versions)
  const published = new Map<number, ResolvedScript>()
  for (let start = 0; start < exact.length; start += resolveLimits.scriptsMax) {
    const scripts = Object.fromEntries(exact.slice(start, start + resolveLimits.scriptsMax))
    const resolution = await resolveScripts({ hub, place, project: { ...project, scripts } })
    for (const script of resolution.scripts) if (script.isWanted) published.set(script.id, script)
  }
  return published
}

/** Without a version for each wanted script nothing can be installed. */
export function requireVersions({ scripts, problems }: Resolution, output: Output): void {
  const missing = scripts.filter(({ version }) => version === null).map(({ id }) => id)
  const isFatal = ({ scriptId, code }: Resolution['problems'][number]) =>
    code === 'same-resource' || code === 'unknown-script' || (scriptId !== null && missing.includes(scriptId))
  const fatal = problems.filter(isFatal)
  if (fatal.length > 0 || missing.length > 0)
    throw new CliError(
      ['This cannot be installed:', ...fatal.map(({ text }) => `  ${plain(text)}`)].join('\n'),
      exitCodes.usage,
    )
  warnOfProblems({ problems }, output)
}

export function warnOfProblems({ problems }: Pick<Resolution, 'problems'>, output: Output): void {
  for (const { text, code } of problems) if (code !== 'choice') output.warn(plain(text))
}

/**
 * The lock of a resolution. Resources of archives are added when they are unpacked; those of unchanged ones stay. `folders` has the
 * names that a server gave to resources which have no folder in their archive.
 */
export function lockOf(
  { scripts, needs, order }: Resolution,
  before: Lock,
  folders: ReadonlyMap<number, string> = new Map(),
): Lock {
  const lock = emptyLock(before.hub)
  const renamed = new Map<number, { from: string; to: string }>()
  for (const script of scripts) {
    const locked = lockedScript(script, needs)
    if (locked === null)
      throw new CliError(
        `The archive of ${plain(script.name)} cannot be unpacked. Choose another version of script ${script.id} in scripthaven.json.`,
      )
    if (!locked) continue
    const from = locked.rootName
    locked.rootName = folders.get(script.id) ?? rootNameIn(before, script) ?? from
    renamed.set(script.id, { from, to: locked.rootName })
    lock.scripts[script.id] = locked
    if (before.scripts[script.id]?.sha256 !== locked.sha256) continue
    for (const [name, resource] of Object.entries(before.resources))
      if (resource.script === script.id) lock.resources[name] = resource
    for (const [path, sql] of Object.entries(before.sql)) if (sql.script === script.id) lock.sql[path] = sql
  }
  const nameOf = ({ resource, scriptId }: Resolution['order'][number]) => {
    const { from, to } = renamed.get(scriptId) ?? {}
    return to !== undefined && resource === from ? to : resource
  }
  lock.start = [...new Set(order.map(nameOf))]
  return lock
}

/** The folder of a resource keeps its name when the next archive has another one. */
function rootNameIn(
  { scripts, resources }: Lock,
  { id, resources: next }: ResolvedScript,
): string | undefined {
  const name = scripts[id]?.rootName
  const isOld = name !== undefined && resources[name]?.script === id
  return isOld && next.some(({ path }) => path === '') ? name : undefined
}
