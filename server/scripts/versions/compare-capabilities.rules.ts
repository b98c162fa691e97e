import { capabilityKinds, type Capability } from '#contract/archives/analysis.ts'
import type { VersionChange } from '#contract/scripts/versions.ts'

type Entry = VersionChange['added'][number]

/** Capabilities that one analysis has and the other has not, in the order of display. */
export function compareCapabilities(
  before: readonly Capability[],
  after: readonly Capability[],
): { added: Entry[]; removed: Entry[] } {
  return { added: missingIn(before, after), removed: missingIn(after, before) }
}

/** A capability without values is missing only if the other analysis does not have it at all. */
function missingIn(other: readonly Capability[], own: readonly Capability[]): Entry[] {
  const values = new Map(other.map((capability) => [keyOf(capability), new Set(capability.values)]))
  const inOrder = own.toSorted(
    (one, two) => capabilityKinds.indexOf(one.kind) - capabilityKinds.indexOf(two.kind),
  )
  return inOrder.flatMap((capability) => {
    const { kind, side } = capability
    const known = values.get(keyOf(capability))
    if (capability.values.length === 0) return known ? [] : [{ kind, side, value: null }]
    return capability.values
      .filter((value) => !known?.has(value))
      .map((value): Entry => ({ kind, side, value }))
  })
}

function keyOf({ kind, side }: Capability): string {
  return `${kind} ${side}`
}
