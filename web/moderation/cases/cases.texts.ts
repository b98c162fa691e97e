import type {
  Case,
  CaseDecision,
  CaseKind,
  CaseMessage,
  CaseReason,
  CaseReport,
  CaseRow,
  Evidence,
} from '#contract/moderation/cases.ts'
import type { Tone } from '#web/ui/Badge.tsx'
import { filePath, type UrlVersion } from '#web/scripts/versions/version-paths.ts'
import { dateText } from '#web/ui/date-text.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const kindNames: Record<CaseKind, string> = {
  review: 'Review',
  report: 'Report',
  appeal: 'Appeal',
  takedown: 'Takedown',
}

/** Above what the opener wrote. */
export const openingTitles: Record<CaseKind, string> = {
  review: 'Why we review it',
  report: 'The report',
  appeal: 'The appeal',
  takedown: 'The notice',
}

export const reasonTexts: Record<CaseReason, string> = {
  'high-finding': 'High-severity finding',
  failed: 'The archive could not be fully read',
  'blocklisted-file': 'Archive or file on the blocklist',
  'copied-archive': 'Same code as a script by another author',
  all: 'Every version is reviewed here',
  backdoor: 'Backdoor or other hidden code',
  stolen: 'Stolen, or shared without permission',
  broken: 'It does not work',
  misleading: 'Misleading description',
  spam: 'Spam or advertising',
  offensive: 'Offensive content',
  'personal-data': 'Personal data',
  other: 'Something else',
  ban: 'Ban',
  removal: 'Hidden script',
  rejection: 'Version that was not published',
  withdrawal: 'Withdrawn version',
  'hidden-text': 'Hidden text',
  copyright: 'Copyright',
  trademark: 'Trademark',
  'other-right': 'Other right',
}

/** For staff: what a reporter reported until now. */
export function reporterText({
  reports,
  upheld,
  dismissed,
}: Pick<NonNullable<CaseReport['reporter']>, 'reports' | 'upheld' | 'dismissed'>): string {
  return reports === 1 ? 'First report' : `${reports} reports, ${upheld} upheld, ${dismissed} dismissed`
}

export const decisionTexts: Record<CaseDecision, string> = {
  published: 'Published',
  rejected: 'Not published',
  dismissed: 'Dismissed',
  warned: 'Author warned',
  withdrawn: 'Version withdrawn',
  removed: 'Script hidden',
  'text-hidden': 'Text hidden',
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

type Seen = Pick<Case, 'kind' | 'role' | 'reportCount'>

/** The user who opened a case: of several reporters one. */
const openerName = ({ kind }: Pick<Case, 'kind'>) => (kind === 'report' ? 'Reporter' : 'Member')

/** The sender of a message, to a reader in this role. A reporter sees only the own messages of reporters. */
export function senderText({ from, name }: Pick<CaseMessage, 'from' | 'name'>, seen: Seen): string {
  if (from === 'system') return 'Automatic message'
  if (from === seen.role && seen.role !== 'staff') return 'You'
  const part = from === 'staff' ? 'Our team' : from === 'author' ? 'Author' : openerName(seen)
  return name ? `${name} (${from === 'staff' ? 'staff' : part.toLowerCase()})` : part
}

/** The readers of a message: for staff always, for a party where it is not our team alone. */
export function audienceText(
  { from, audience, recipient }: Pick<CaseMessage, 'from' | 'audience' | 'recipient'>,
  seen: Seen,
): string | undefined {
  if (seen.role !== 'staff' && (from === 'staff' || from === 'system' || audience === 'staff'))
    return undefined
  if (recipient !== null) return `to ${recipient}`
  if (audience === 'staff') return from === 'staff' || from === 'system' ? 'staff only' : 'to staff'
  return `to ${audience === 'opener' ? openerText(seen) : 'the author'}`
}

/** Within a sentence. */
export const openerText = (seen: Pick<Case, 'kind' | 'reportCount'>) =>
  seen.kind === 'report' && seen.reportCount > 1 ? 'all reporters' : `the ${openerName(seen).toLowerCase()}`

/** A page of the web, or a line of the version that the case is about. */
export function evidenceLink(
  evidence: Evidence,
  version: UrlVersion | undefined,
): { text: string; href: string | undefined; isOutside: boolean } {
  if ('url' in evidence) return { text: evidence.url, href: evidence.url, isOutside: true }
  const { path, line } = evidence
  return {
    text: line === null ? path : `${path}:${line}`,
    href: version && filePath(version, path, line),
    isOutside: false,
  }
}

/** "9 hours": the largest whole unit, at least a minute. */
export function durationText(ms: number): string {
  if (ms >= 2 * day) return counted(Math.floor(ms / day), 'day')
  if (ms >= hour) return counted(Math.floor(ms / hour), 'hour')
  return counted(Math.max(1, Math.floor(ms / minute)), 'minute')
}

type Due = Pick<CaseRow, 'kind' | 'state' | 'decision' | 'dueAt'>

/** When an open case must be decided, or its scripts may be restored after a counter-notice. */
export function caseDueText(
  { kind, state, decision, dueAt }: Due,
  now: number,
): { isLate: boolean; text: string } | undefined {
  if (dueAt === null || state !== 'open') return undefined
  const left = Date.parse(dueAt) - now
  if (kind === 'takedown' && decision !== null)
    return { isLate: false, text: left > 0 ? `Not before ${dateText(dueAt)}` : 'Can be restored' }
  return left < 0
    ? { isLate: true, text: `Overdue for ${durationText(-left)}` }
    : { isLate: false, text: `Due in ${durationText(left)}` }
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
