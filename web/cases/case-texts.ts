import type {
  Case,
  CaseDecision,
  CaseKind,
  CaseMessage,
  CaseReason,
  CaseReport,
  Evidence,
} from '#contract/cases.ts'
import type { Tone } from '#web/ui/tone.ts'
import { filePath, type Shown } from '#web/versions/version-paths.ts'

import { durationText } from './duration-text.ts'

export const kindNames: Record<CaseKind, string> = {
  review: 'Review',
  report: 'Report',
  appeal: 'Appeal',
  takedown: 'Takedown',
}

/** Above what the opener wrote. */
export const openingTitles: Record<CaseKind, string> = {
  review: 'Why it is reviewed',
  report: 'The report',
  appeal: 'The appeal',
  takedown: 'The notice',
}

export const reasonTexts: Record<CaseReason, string> = {
  'high-finding': 'A finding of severity high',
  failed: 'The archive could not be fully read',
  'blocklisted-file': 'Contains a file of the blocklist',
  'copied-archive': 'Same code as a script by another author',
  all: 'Every version is reviewed here',
  backdoor: 'A backdoor or other hidden code',
  stolen: 'Stolen, or shared without permission',
  broken: 'It does not work',
  misleading: 'The description is misleading',
  spam: 'Spam or advertising',
  offensive: 'Offensive content',
  'personal-data': 'Personal data',
  other: 'Something else',
  ban: 'A ban',
  removal: 'A hidden script',
  rejection: 'A version that was not published',
  withdrawal: 'A version that was withdrawn',
  copyright: 'Copyright',
  trademark: 'Trademark',
  'other-right': 'Another right',
}

/** For staff: what a reporter reported until now. */
export function reporterText({
  reports,
  upheld,
  dismissed,
}: Pick<NonNullable<CaseReport['reporter']>, 'reports' | 'upheld' | 'dismissed'>): string {
  return reports === 1 ? 'No other reports' : `${reports} reports, ${upheld} upheld, ${dismissed} dismissed`
}

/** What was decided. */
export const decisionTexts: Record<CaseDecision, string> = {
  published: 'Published',
  rejected: 'Not published',
  dismissed: 'Dismissed',
  warned: 'Author warned',
  withdrawn: 'Version withdrawn',
  removed: 'Script hidden',
  banned: 'Member banned',
  granted: 'Appeal granted',
  denied: 'Denied',
  'taken-down': 'Taken down',
  restored: 'Restored',
}

/** "Report #12", and the number of a takedown notice. */
export const caseName = ({ kind, id }: Pick<Case, 'kind' | 'id'>): string =>
  kind === 'takedown' ? `DMCA-${id}` : `${kindNames[kind]} #${id}`

export function caseStatus({ state, decision }: Pick<Case, 'state' | 'decision'>): {
  tone: Tone
  text: string
} {
  // A counter-notice opens a takedown again.
  if (state === 'open') return { tone: 'info', text: decision ? 'Open again' : 'Open' }
  return { tone: 'neutral', text: decision ? decisionTexts[decision] : 'Closed' }
}

/** "Position 3 of 7, usually decided within 5 hours". */
export function positionText({ at, of, typicalMinutes }: NonNullable<Case['position']>): string {
  const place = `Position ${at} of ${of}`
  return typicalMinutes === null
    ? place
    : `${place}, usually decided within ${durationText(typicalMinutes * 60_000)}`
}

/** Who wrote a message, to a reader in this role. */
export function senderText({ from, name }: Pick<CaseMessage, 'from' | 'name'>, role: Case['role']): string {
  if (from === 'system') return 'Automatic message'
  if (from === role && role !== 'staff') return 'You'
  const part = from === 'staff' ? 'Staff' : from === 'author' ? 'Author' : 'Opener'
  return name ? `${name} (${part.toLowerCase()})` : part
}

const audienceTexts: Record<CaseMessage['audience'], string> = {
  staff: 'staff only',
  author: 'to the author',
  opener: 'to the opener',
}

/** For staff: who can read a message. */
export function audienceText(
  { audience, recipient }: Pick<CaseMessage, 'audience' | 'recipient'>,
  reportCount: number,
): string {
  if (recipient !== null) return `to ${recipient}`
  return audience === 'opener' && reportCount > 1 ? 'to all reporters' : audienceTexts[audience]
}

/** A page of the web, or a line of the version that the case is about. */
export function evidenceLink(
  evidence: Evidence,
  shown: Shown | undefined,
): { text: string; href: string | undefined; isOutside: boolean } {
  if ('url' in evidence) return { text: evidence.url, href: evidence.url, isOutside: true }
  const { path, line } = evidence
  return {
    text: line === null ? path : `${path}:${line}`,
    href: shown && filePath(shown, path, line),
    isOutside: false,
  }
}
