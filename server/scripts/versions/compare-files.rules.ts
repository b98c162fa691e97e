import type { ChangedFile, Changes } from '#contract/scripts/changes.ts'
import type { TreeFile } from '#contract/scripts/versions.ts'

type File = Pick<TreeFile, 'n' | 'path' | 'size' | 'sha256' | 'kind' | 'isStored'>
type Pair = { before: File; after: File }

/** Compares two lists of files by path and hash, in linear time. A moved file has one former path. */
export function compareFiles(
  before: readonly File[],
  after: readonly File[],
): { files: ChangedFile[]; counts: Changes['fileCounts'] } {
  const former = new Map(before.map((file) => [file.path, file]))
  const changed: Pair[] = []
  const unknown: File[] = []
  for (const file of after) {
    const old = former.get(file.path)
    if (!old) unknown.push(file)
    else if (old.sha256 !== file.sha256) changed.push({ before: old, after: file })
    former.delete(file.path)
  }
  const { moved, removed, added } = findMoved([...former.values()], unknown)
  const counts = {
    changed: changed.length,
    added: added.length,
    removed: removed.length,
    moved: moved.length,
  }
  const files = [
    ...changed.map((pair) => describePair('changed', pair)),
    ...moved.map((pair) => describePair('moved', pair)),
    ...added.map((file) => describeFile('added', file)),
    ...removed.map((file) => describeFile('removed', file)),
  ]
  return { files, counts }
}

/** Pairs files with the same content: first those that keep their name. Empty files are all alike. */
function findMoved(
  gone: readonly File[],
  unknown: readonly File[],
): { moved: Pair[]; removed: File[]; added: File[] } {
  const moved: Pair[] = []
  const removed = new Set(gone)
  let added = [...unknown]
  for (const keyOf of [
    ({ sha256, path }: File) => `${sha256} ${nameOf(path)}`,
    ({ sha256 }: File) => sha256,
  ]) {
    const sources = Map.groupBy([...removed].toReversed(), keyOf)
    added = added.filter((after) => {
      const before = after.size > 0 ? sources.get(keyOf(after))?.pop() : undefined
      if (!before) return true
      moved.push({ before, after })
      removed.delete(before)
      return false
    })
  }
  return { moved, removed: [...removed], added }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function describePair(change: 'changed' | 'moved', { before, after }: Pair): ChangedFile {
  return {
    path: after.path,
    change,
    from: change === 'moved' ? before.path : null,
    size: after.size,
    sizeBefore: before.size,
    isText: after.kind === 'text',
    n: numberOf(after),
    nBefore: numberOf(before),
  }
}

function describeFile(change: 'added' | 'removed', file: File): ChangedFile {
  const isAdded = change === 'added'
  return {
    path: file.path,
    change,
    from: null,
    size: file.size,
    sizeBefore: isAdded ? null : file.size,
    isText: file.kind === 'text',
    n: isAdded ? numberOf(file) : null,
    nBefore: isAdded ? null : numberOf(file),
  }
}

function numberOf({ isStored, n }: File): number | null {
  return isStored ? n : null
}
