import type { ChangedFile, Changes } from '#contract/scripts/changes.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { fileSizeText } from '#web/ui/file-size.ts'

export type Compared = { scriptId: number; changes: Changes; from: VersionSummary; to: VersionSummary }

export type FileChange = ChangedFile['change']

const groups = [
  { change: 'changed', name: 'Changed' },
  { change: 'added', name: 'Added' },
  { change: 'removed', name: 'Removed' },
  { change: 'moved', name: 'Moved' },
] as const satisfies { change: FileChange; name: string }[]

export function groupFiles(files: readonly ChangedFile[], filter: string) {
  const text = filter.trim().toLowerCase()
  const isMatch = ({ path, from }: ChangedFile) =>
    path.toLowerCase().includes(text) || (from?.toLowerCase().includes(text) ?? false)
  const matches = text === '' ? files : files.filter(isMatch)
  return groups.map((group) => ({
    ...group,
    files: matches.filter(({ change }) => change === group.change),
  }))
}

/** The files before and after one of them, in the order of display. */
export function neighboursOf(files: readonly ChangedFile[], path: string) {
  const ordered = groupFiles(files, '').flatMap((group) => group.files)
  const index = ordered.findIndex((file) => file.path === path)
  return {
    file: ordered[index],
    position: index + 1,
    previous: index > 0 ? ordered[index - 1] : undefined,
    next: index >= 0 ? ordered[index + 1] : undefined,
  }
}

/** "2 kB, was 1 kB" */
export function sizeText({ change, size, sizeBefore }: ChangedFile): string {
  const now = fileSizeText(size)
  if (change !== 'changed' || sizeBefore === null || fileSizeText(sizeBefore) === now) return now
  return `${now}, was ${fileSizeText(sizeBefore)}`
}
