import { capabilityPhrase } from '#contract/scripts/capability-phrases.ts'
import type { VersionChange } from '#contract/scripts/versions.ts'
import { fullNumber } from '#web/app/short-number.ts'

type CapabilityLine = { isNew: boolean; text: string }

/** The abilities that a version has and the one before had not, and the reverse; each phrase once. */
export function capabilityLines({
  added,
  removed,
}: Pick<VersionChange, 'added' | 'removed'>): CapabilityLine[] {
  return [...linesOf(added, true), ...linesOf(removed, false)]
}

function linesOf(capabilities: VersionChange['added'], isNew: boolean): CapabilityLine[] {
  return [...new Set(capabilities.map(capabilityPhrase))].map((text) => ({ isNew, text }))
}

/** "4 files changed, 1 new, 2 removed"; the first part names the files. */
export function filesText({ added, removed, changed }: VersionChange['files']): string {
  const parts: string[] = []
  const add = (count: number, before: string, after: string) => {
    if (count === 0) return
    const noun = parts.length > 0 ? '' : count === 1 ? 'file' : 'files'
    parts.push([fullNumber(count), before, noun, after].filter(Boolean).join(' '))
  }
  add(changed, '', 'changed')
  add(added, 'new', '')
  add(removed, '', 'removed')
  return parts.join(', ') || 'No file changed'
}
