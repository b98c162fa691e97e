import type { ResourceDescription } from '#contract/archives/analysis.ts'
import type { RequiredResource } from '#contract/scripts/install.ts'
import { isRequired } from '#contract/scripts/lock-file.ts'

/** One line of a file of commands has no quotes, line breaks, separators or variables. */
const startable = /^(?!.*\.\.)[\p{L}\p{N}_](?:[\p{L}\p{N}_.+ -]{0,98}[\p{L}\p{N}_+-])?$/u

/** Returns whether a name from an archive may be a command's argument, a folder, and a part of a path. */
export function isStartable(name: string): boolean {
  return startable.test(name)
}

export function ensureLine(name: string): string {
  return `ensure ${/^[\w.+-]+$/.test(name) ? name : `"${name}"`}`
}

/** The lines for server.cfg: what must be started before as comments, then the resources. */
export function writeServerCfg({
  title,
  url,
  requires,
  needs,
  ensure,
  scriptUrl,
}: {
  title: string
  url: string
  requires: readonly RequiredResource[]
  /** Other lines of comments. */
  needs: readonly string[]
  ensure: readonly string[]
  scriptUrl: (id: number) => string
}): string {
  if (ensure.length === 0) return ''
  const before = requires.filter((resource) => isStartable(resource.name) && isRequired(resource))
  return [
    `# ${commentText(title)}`,
    `# ${url}`,
    ...needs.map((need) => `# ${commentText(need)}`),
    ...(before.length > 0 ? ['# Start these before:'] : []),
    ...before.map(({ name, script, home }) => {
      const providerUrl = script ? scriptUrl(script.id) : home
      return `# ${ensureLine(name)}${providerUrl === null ? '' : ` # ${providerUrl}`}`
    }),
    ...ensure.map(ensureLine),
    '',
  ].join('\n')
}

/** A comment ends with its line. txAdmin replaces {{names}} in the file. */
export function commentText(text: string): string {
  return text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('{{', '{ {')
    .trim()
}

/** The resources, and those in the root of the archive with the name that their folder should get. */
export function namedResources<R extends { name: string }>(fileName: string, resources: readonly R[]): R[] {
  return resources.map((resource) =>
    resource.name === '' ? { ...resource, name: rootNameOf(fileName) } : resource,
  )
}

/** The name of the archive without its extension, version and branch. */
function rootNameOf(fileName: string): string {
  const stem = fileName.replace(/\.(zip|7z|rar)$/i, '').replace(/([-_ ]v?\d+(\.\d+)*|-main|-master)+$/i, '')
  return isStartable(stem) ? stem : 'resource'
}

type Resource = Pick<ResourceDescription, 'name' | 'provides' | 'dependencies' | 'libraries'>

/** Each is a path, so many of them would be much text. */
const cyclesMax = 50

type Step = { name: string; needs: readonly string[]; next: number }

/**
 * The names of the resources, each after those that it needs, otherwise in alphabetical order. A cycle starts with the
 * first of its names in the alphabet.
 */
export function orderResources(resources: readonly Resource[]): { order: string[]; cycles: string[][] } {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  const providers = new Map(resources.flatMap(({ name, provides }) => provides.map((alias) => [alias, name])))
  const visited = new Set<string>()
  const order: string[] = []
  const cycles: string[][] = []
  for (const name of [...byName.keys()].toSorted()) visit(name)
  return { order, cycles }

  /** A loop instead of a recursion: a chain of resources may be long. */
  function visit(first: string): void {
    const path: Step[] = []
    const places = new Map<string, number>()
    enter(first)
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const need = step.needs[step.next++]
      if (need === undefined) {
        path.pop()
        places.delete(step.name)
        order.push(step.name)
      } else enter(need)
    }

    function enter(name: string): void {
      const start = places.get(name)
      if (start !== undefined && cycles.length < cyclesMax)
        cycles.push([...path.slice(start).map((step) => step.name), name])
      if (visited.has(name)) return
      visited.add(name)
      places.set(name, path.length)
      path.push({ name, needs: needsOf(name), next: 0 })
    }
  }

  /** Those in the archive. */
  function needsOf(name: string): string[] {
    const names = needed(byName.get(name)).flatMap(
      (need) => (byName.has(need) ? need : providers.get(need)) ?? [],
    )
    return [...new Set(names.filter((need) => need !== name))].toSorted()
  }
}

function needed(resource: Resource | undefined): string[] {
  return resource ? [...resource.dependencies.map((need) => need.name), ...resource.libraries] : []
}

export type Move = { name: string; path: string }

/**
 * The folders of the resources and the names that they get, for a recipe and a shell. An inner folder comes first, so
 * that it does not move with the outer one. Without names that cannot be started, and paths that need more than quotes.
 */
export function movesOf(resources: readonly Move[]): Move[] {
  const byName = new Map<string, Move>()
  for (const { name, path } of resources)
    if (!byName.has(name) && isStartable(name) && (path === '' || isPlainPath(path)))
      byName.set(name, { name, path })
  return [...byName.values()].toSorted((a, b) => depthOf(b.path) - depthOf(a.path))
}

/** txAdmin rejects a path with a part that ends with two dots, and Windows reads a backslash as a separator. */
export function isPlainPath(path: string): boolean {
  return path !== '' && !/[\p{C}\p{Zl}\p{Zp}\\]/u.test(path) && !/\.\.(\/|$)/.test(path)
}

function depthOf(path: string): number {
  return path === '' ? 0 : path.split('/').length
}
