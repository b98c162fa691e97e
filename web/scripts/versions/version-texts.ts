import { capabilityPhrase } from '#contract/scripts/capability-phrases.ts'
import type { VersionChange, VersionSummary } from '#contract/scripts/versions.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { fullNumber } from '#web/app/short-number.ts'
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

/** The title of the notice about a script whose current version is withdrawn, so that visitors do not see it. */
export function withdrawnTitle(
  { version, removal }: Pick<Script, 'version' | 'removal'>,
  { kind }: Pick<Withdrawal, 'kind'>,
): string {
  if (kind === 'rejected') return `A moderator did not publish ${version}`
  return removal ? `${version} was withdrawn` : `${version} was withdrawn, so the script is hidden`
}

/** For the author. What a moderator withdrew, or was withdrawn for security, only moderators restore. */
export function nextStep({ kind, isByModerator }: Pick<Withdrawal, 'kind' | 'isByModerator'>): string {
  return kind === 'security' || isByModerator
    ? 'Upload a new version.'
    : 'Upload a new version, or restore this one.'
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

type CapabilityLine = { isNew: boolean; text: string }

/** What a version can do that the one before could not, and the reverse; each phrase once. */
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

export function withdrawalConsequences({
  version: { state, isCurrent, number, downloads },
  kind,
  next,
}: {
  version: Pick<VersionSummary, 'state' | 'isCurrent' | 'number' | 'downloads'>
  kind: Withdrawal['kind']
  next: Pick<VersionSummary, 'number'> | undefined
}): string[] {
  const isSecurity = kind === 'security'
  if (state === 'waiting' || state === 'scanning')
    return [`${number} is not published and no longer waiting for review.`]
  return [
    !isCurrent
      ? 'The current version stays as it is.'
      : next
        ? `${next.number} becomes the current version: downloads and the list show it.`
        : 'No other version is published, so the script is hidden: only the authors and moderators can see it until a version is published.',
    isSecurity
      ? 'Only the authors and moderators can download it and browse its files.'
      : 'It stays in the list of versions with your reason, and can still be downloaded there.',
    isSecurity &&
      downloads > 0 &&
      'Everyone who downloaded it is notified at once, here and by email, with your reason.',
    isSecurity ? 'Only a moderator can restore it.' : 'You can restore it later.',
  ].filter((text) => text !== false)
}
