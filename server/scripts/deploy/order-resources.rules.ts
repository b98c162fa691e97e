import type { ResourceDescription } from '#contract/analysis.ts'

type Resource = Pick<ResourceDescription, 'name' | 'provides' | 'dependencies' | 'libraries'>

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
  for (const name of [...byName.keys()].toSorted()) visit(name, [])
  return { order, cycles }

  function visit(name: string, path: readonly string[]): void {
    const start = path.indexOf(name)
    if (start >= 0) cycles.push([...path.slice(start), name])
    if (visited.has(name)) return
    visited.add(name)
    for (const need of needsOf(name)) visit(need, [...path, name])
    order.push(name)
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
