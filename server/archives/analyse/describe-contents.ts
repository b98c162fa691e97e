import type { ArchiveContents } from '#contract/archives/analysis.ts'
import type { PackIndex } from '#server/archives/pack/pack-index.ts'
import { extensionOf } from '#server/archives/pack/select-members.ts'

const shown = { topLevel: 50, types: 20, largest: 10, notRead: 50 } as const

export function describeContents(
  { members, folders, archiveSize }: PackIndex,
  notRead: readonly { path: string; why: string }[],
): ArchiveContents {
  const topLevel = new Map<string, { name: string; isFolder: boolean; files: number; size: number }>()
  const types = new Map<string, { type: string; files: number; size: number }>()
  for (const { path, size } of members) {
    const [name = '', ...below] = path.split('/')
    addTo(topLevel, name, () => ({ name, isFolder: below.length > 0, files: 0, size: 0 }), size)
    const type = extensionOf(path)
    addTo(types, type, () => ({ type, files: 0, size: 0 }), size)
  }
  return {
    files: members.length,
    folders,
    size: archiveSize,
    unpackedSize: members.reduce((sum, { size }) => sum + size, 0),
    topLevel: [...topLevel.values()].sort(byFallingSize).slice(0, shown.topLevel),
    types: [...types.values()].sort(byFallingSize).slice(0, shown.types),
    largest: members
      .toSorted(byFallingSize)
      .slice(0, shown.largest)
      .map(({ path, size }) => ({ path, size })),
    notRead: notRead.slice(0, shown.notRead),
    notReadTotal: notRead.length,
  }
}

function byFallingSize(one: { size: number }, other: { size: number }): number {
  return other.size - one.size
}

function addTo<Sum extends { files: number; size: number }>(
  sums: Map<string, Sum>,
  key: string,
  create: () => Sum,
  size: number,
): void {
  const sum = sums.get(key) ?? create()
  sum.files += 1
  sum.size += size
  sums.set(key, sum)
}
