import type { ChangedFile, ChangedFinding } from '#contract/scripts/changes.ts'

/** What makes two findings the same one: not the line, because the lines above it may have changed. */
type Comparable = Pick<ChangedFinding, 'rule' | 'path' | 'excerpt' | 'detail'>

/** The findings of one version that the other has not. */
export function compareFindings<T extends Comparable>(
  before: readonly T[],
  after: readonly T[],
  files: readonly Pick<ChangedFile, 'path' | 'from'>[],
): { added: T[]; removed: T[] } {
  const movedTo = new Map(files.flatMap(({ path, from }) => (from === null ? [] : [[from, path]])))
  const keyOf = ({ rule, path, excerpt, detail }: Comparable) => JSON.stringify([rule, path, excerpt, detail])
  const known = Map.groupBy(before, (finding) =>
    keyOf({ ...finding, path: movedTo.get(finding.path) ?? finding.path }),
  )
  const added = after.filter((finding) => known.get(keyOf(finding))?.shift() === undefined)
  const rest = new Set([...known.values()].flat())
  return { added, removed: before.filter((finding) => rest.has(finding)) }
}
