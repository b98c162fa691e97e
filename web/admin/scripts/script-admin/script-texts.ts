import { severityNames, severityTones } from '#web/scripts/versions/severities.ts'
import type { Tone } from '#web/ui/Badge.tsx'

import type { ListedScript } from './moderated-scripts.data.ts'

export const stateBadges: Record<ListedScript['state'], { label: string; tone: Tone }> = {
  published: { label: 'Published', tone: 'ok' },
  waiting: { label: 'Waiting', tone: 'warn' },
  rejected: { label: 'Rejected', tone: 'idle' },
  withdrawn: { label: 'Withdrawn', tone: 'idle' },
  removed: { label: 'Hidden', tone: 'danger' },
}

/** The worst finding of the current version; undefined if there is none. */
export function findingBadge({
  analysis,
  severity,
}: Pick<ListedScript, 'analysis' | 'severity'>): { label: string; tone: Tone } | undefined {
  if (analysis === 'failed') return { label: 'Not readable', tone: 'warn' }
  if (analysis === 'waiting') return { label: 'Not scanned yet', tone: 'idle' }
  if (severity === null || severity === 'none') return undefined
  return { label: severityNames[severity], tone: severityTones[severity] }
}

export const countText = (count: number): string => (count === 1 ? '1 script' : `${count} scripts`)

type SameArchive = NonNullable<ListedScript['sameArchive']>

/** "Same archive as Garage by ada and 2 others, uploaded earlier" */
export function sameArchiveText({ script, author, isOlder, total }: SameArchive): string {
  const others = total === 1 ? '' : ` and ${total - 1} other${total === 2 ? '' : 's'}`
  return `Same archive as ${script.name} by ${author}${others}, uploaded ${isOlder ? 'earlier' : 'later'}`
}
