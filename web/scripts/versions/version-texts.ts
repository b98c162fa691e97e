import type { VersionSummary } from '#contract/scripts/versions.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { dateText } from '#web/ui/date-text.ts'

import type { Status } from './analysis-texts.ts'

type Withdrawal = NonNullable<VersionSummary['withdrawal']>

const withdrawalTexts: Record<Withdrawal['kind'], string> = {
  broken: 'It does not work',
  security: 'A security problem',
  other: 'Another reason',
  rejected: 'A moderator did not publish it',
}
export const withdrawalText = (kind: Withdrawal['kind']): string => withdrawalTexts[kind]

/** The reason follows: "Another reason" before it would say nothing. */
export function withdrawalHead(head: string, kind: Withdrawal['kind']): string {
  return kind === 'other' ? `${head}:` : `${head}. ${withdrawalTexts[kind]}.`
}

/** The title of the notice about a version that is not published yet. A version of a hidden script is checked when the script is restored. */
export function unpublishedTitle(
  { number, state }: Pick<VersionSummary, 'number' | 'state'>,
  { removal }: Pick<Script, 'removal'>,
): string {
  if (state === 'waiting') return `${number} is waiting for review`
  return removal
    ? `${number} is checked when a moderator restores the script`
    : `${number} is being scanned before it is published`
}

export function choiceText({
  number,
  state,
  withdrawal,
  isCurrent,
  createdAt,
  publishedAt,
}: Pick<
  VersionSummary,
  'number' | 'state' | 'withdrawal' | 'isCurrent' | 'createdAt' | 'publishedAt'
>): string {
  if (state === 'scanning') return `${number} · being scanned`
  if (state === 'waiting') return `${number} · waiting for review`
  if (state === 'withdrawn')
    return `${number} · ${withdrawal?.kind === 'rejected' ? 'not published' : 'withdrawn'}`
  return `${number} · ${isCurrent ? 'current' : dateText(publishedAt ?? createdAt)}`
}

const severityStatuses: Record<NonNullable<VersionSummary['severity']>, Status> = {
  high: { tone: 'danger', text: 'Something to check first' },
  medium: { tone: 'warn', text: 'Something worth a look' },
  low: { tone: 'idle', text: 'Something minor worth a look' },
  none: { tone: 'idle', text: 'No known suspicious patterns' },
}

/** One line about the archive of a version, without the counts of its report. */
export function severityStatus({
  analysis,
  severity,
}: Pick<VersionSummary, 'analysis' | 'severity'>): Status {
  if (analysis === 'failed') return { tone: 'warn', text: 'Could not be read' }
  if (severity !== null) return severityStatuses[severity]
  return { tone: 'info', text: analysis === 'running' ? 'Scanning the archive now' : 'Waiting for the scan' }
}
