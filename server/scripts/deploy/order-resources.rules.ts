import type { ResourceDescription } from '#contract/archives/analysis.ts'

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
