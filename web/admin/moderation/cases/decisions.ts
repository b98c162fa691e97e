import type { BlocklistKey } from '#contract/moderation/blocklist.ts'
import { decisionsOf, removalReasons } from '#contract/moderation/cases.ts'
import type { Case, CaseDecision, CaseDecisionDraft, RemovalReason } from '#contract/moderation/cases.ts'
import type { ReportFinding } from '#contract/scripts/versions.ts'
import { type banDays, dayOptions } from '#web/admin/moderation/user-admin/ban-duration.ts'

type NoticeSubject = Pick<Case, 'state' | 'decision' | 'noticeScripts'>

type Script = Case['noticeScripts'][number]

export type DecisionOption = {
  decision: CaseDecision
  /** The label of the button. */
  label: string
  /** What follows, in sentences. */
  effect: string
  /** The key that chooses it. */
  key: string
}

const keys: Record<CaseDecision, string> = {
  published: 'p',
  rejected: 'r',
  dismissed: 'd',
  warned: 'w',
  withdrawn: 'v',
  removed: 'h',
  'text-hidden': 't',
  banned: 'b',
  granted: 'g',
  denied: 'd',
  'taken-down': 'h',
  restored: 'g',
}

const labels: Record<CaseDecision, string> = {
  published: 'Publish',
  rejected: 'Reject',
  dismissed: 'Dismiss',
  warned: 'Warn the author',
  withdrawn: 'Withdraw the version',
  removed: 'Hide the script',
  'text-hidden': 'Hide the text',
  banned: 'Ban the member',
  granted: 'Grant',
  denied: 'Deny',
  'taken-down': 'Take down',
  restored: 'Restore',
}

type Subject = Pick<
  Case,
  | 'kind'
  | 'state'
  | 'reason'
  | 'script'
  | 'version'
  | 'user'
  | 'userRecord'
  | 'decision'
  | 'answeredBy'
  | 'reportedTexts'
> & { noticeScripts: readonly Pick<Script, 'uploader'>[] }

/** The decisions that fit a case, with what each does. */
export function decisionOptions(subject: Subject, mayBan: boolean): DecisionOption[] {
  return decisionsOf[subject.kind]
    .filter((decision) => fits(decision, subject, mayBan))
    .map((decision) => ({
      decision,
      label: decision === 'taken-down' && isAnswered(subject) ? 'Leave it hidden' : labels[decision],
      effect: effects[decision](subject),
      key: keys[decision],
    }))
}

/** A counter-notice opened the case again. */
const isAnswered = ({ kind, decision }: Subject) => kind === 'takedown' && decision !== null

function fits(decision: CaseDecision, subject: Subject, mayBan: boolean): boolean {
  const { kind, script, version, user } = subject
  if (subject.state === 'closed') return decision === 'restored'
  if (kind === 'takedown') return decision !== (isAnswered(subject) ? 'denied' : 'restored')
  if (decision === 'dismissed') return subject.answeredBy === null
  if (decision === 'withdrawn')
    return version !== null && (version.state === 'published' || isWithdrawn(subject))
  if (decision === 'removed') return script !== null
  if (decision === 'text-hidden') return Boolean(subject.reportedTexts)
  return decision !== 'banned' || (user !== null && mayBan)
}

const isWithdrawn = ({ version }: Subject) => version?.withdrawal?.kind === 'security'

const numberOf = ({ version }: Subject) => version?.number ?? 'The version'

const memberOf = ({ user }: Subject) => user?.username ?? 'The member'

const effects: Record<CaseDecision, (subject: Subject) => string> = {
  published: (subject) => `Everyone can see ${numberOf(subject)}. The author is notified.`,
  rejected: (subject) =>
    `${numberOf(subject)} stays hidden. The author gets the response, and can upload another version or appeal.`,
  dismissed: () => 'Nothing changes. Everyone who reported it gets the response.',
  warned: (subject) => `Nothing is hidden. ${memberOf(subject)} gets the response as a warning.`,
  withdrawn: (subject) =>
    isWithdrawn(subject)
      ? `${numberOf(subject)} has already been withdrawn for security. Everyone who reported it gets the response.`
      : `${numberOf(subject)} is withdrawn for security. Members who downloaded it are notified.`,
  removed: ({ script }) =>
    script?.isHidden
      ? `“${script.name}” is already hidden. Everyone who reported it gets the response.`
      : `Only the authors and moderators can see “${script?.name}”. Its files are deleted after 30 days.`,
  'text-hidden': (subject) => {
    const isSingle = subject.reportedTexts === 1
    return subject.answeredBy === 'text-hidden'
      ? `The reported ${isSingle ? 'text is' : 'texts are'} already hidden. Everyone who reported ${isSingle ? 'it' : 'them'} gets the response.`
      : `Only ${memberOf(subject)} and staff can see the reported ${isSingle ? 'text' : 'texts'}. The member gets the response as the reason, and can appeal.`
  },
  banned: (subject) =>
    subject.userRecord?.isBanned
      ? `${memberOf(subject)} is already banned. Everyone who reported it gets the response.`
      : `${memberOf(subject)} cannot use the site. They see the response as the reason.`,
  granted: ({ reason }) => grantTexts[reason] ?? 'The decision is reversed.',
  denied: ({ kind }) =>
    kind === 'appeal'
      ? 'The decision stays, and cannot be appealed again.'
      : 'Nothing changes. The claimant gets the response.',
  'taken-down': (subject) =>
    isAnswered(subject)
      ? 'The scripts stay hidden. Claimant and uploaders with a counter-notice get the response.'
      : 'The scripts that you choose are hidden and their archives are blocked. For the others the notice is denied. Uploaders and claimant are notified.',
  restored: ({ noticeScripts }) =>
    `Everyone can see the scripts that you choose again. Their uploaders and the claimant are notified.${
      new Set(noticeScripts.map(({ uploader }) => uploader)).size > 1
        ? ' A counter-notice of another uploader waits for its own decision.'
        : ''
    }`,
}

const grantTexts: Partial<Record<Case['reason'], string>> = {
  ban: 'The ban is lifted.',
  removal: 'Everyone can see the script again.',
  rejection: 'The version is published.',
  withdrawal: 'The version is restored.',
  'hidden-text': 'Everyone can see the text again.',
}

/** Returns whether the decision is one about each script of a notice. */
export function isPerScript({ state, decision }: NoticeSubject, chosen: CaseDecision | undefined): boolean {
  return chosen === 'restored' || (chosen === 'taken-down' && state === 'open' && decision === null)
}

/** A counter-notice is about the scripts of its sender. */
export function canChoose({ state }: NoticeSubject, chosen: CaseDecision, script: Script): boolean {
  if (script.isDeleted) return false
  if (chosen !== 'restored') return true
  return script.isTakenDown && (state === 'closed' || script.restorableAt !== null)
}

/** One uploader's scripts are proposed together; of several uploaders each script is chosen. */
export function proposedScripts(subject: NoticeSubject, chosen: CaseDecision): number[] {
  const possible = subject.noticeScripts.filter((script) => canChoose(subject, chosen, script))
  const uploaders = new Set(subject.noticeScripts.map(({ uploader }) => uploader))
  return chosen === 'restored' || uploaders.size === 1 ? possible.map(({ id }) => id) : []
}

type BanDuration = `${(typeof banDays)[number]}` | 'permanent'

export const banDurations: readonly { value: BanDuration; label: string }[] = [
  ...dayOptions,
  { value: 'permanent', label: 'Permanent' },
]

const acceptMax = 200

/** Some decisions need this beside their texts. */
export type DecisionDetails = {
  /** To withdraw; undefined for the version of the case. */
  versionId?: number | undefined
  removalReason: RemovalReason | ''
  duration: BanDuration
  hidesScripts: boolean
  /** The findings of severity high are accepted for their files. */
  acceptsFindings: boolean
  /** For the blocklist. */
  blocked: readonly BlocklistKey[]
  /** For the blocklist, one on each line. */
  blockedTexts: string
  /** The scripts of a takedown notice that the decision is about; undefined: as proposed. */
  scripts: readonly number[] | undefined
  /** Other scripts that keep what is blocked. */
  except: readonly number[]
}

export const noDetails: DecisionDetails = {
  removalReason: '',
  duration: '7',
  hidesScripts: false,
  acceptsFindings: false,
  blocked: [],
  blockedTexts: '',
  scripts: undefined,
  except: [],
}

/** The reason of a report is proposed for hiding. */
export function detailsOf({ reason }: Pick<Case, 'reason'>): DecisionDetails {
  return { ...noDetails, removalReason: removalReasons.find((known) => known === reason) ?? '' }
}

export function needsRemovalReason(decision: CaseDecision, { hidesScripts }: DecisionDetails): boolean {
  return decision === 'removed' || (decision === 'banned' && hidesScripts)
}

/** A decision against content can block this with it. */
export function canBlock(decision: CaseDecision): boolean {
  return ['rejected', 'withdrawn', 'removed', 'banned', 'taken-down'].includes(decision)
}

export function decisionDraft({
  decision,
  texts,
  details,
  findings,
  now = Date.now(),
}: {
  decision: CaseDecision
  texts: Pick<CaseDecisionDraft, 'response' | 'logNote'>
  details: DecisionDetails
  findings: CaseDecisionDraft['actions']['accept']
  now?: number
}): CaseDecisionDraft {
  const { versionId, removalReason, duration, hidesScripts, acceptsFindings, blocked, scripts, except } =
    details
  return {
    decision,
    ...texts,
    ...(decision === 'withdrawn' && versionId !== undefined && { versionId }),
    ...(needsRemovalReason(decision, details) && removalReason !== '' && { removalReason }),
    ...(decision === 'banned' && { ban: banOf(duration, now) }),
    ...(scripts && { scripts: [...scripts] }),
    hideScripts: decision === 'banned' && hidesScripts,
    actions: {
      accept: decision === 'published' && acceptsFindings ? findings : [],
      blocklist: canBlock(decision) ? [...blocked, ...textsOf(details)] : [],
      except: canBlock(decision) ? [...except] : [],
    },
  }
}

/** The texts to block, one on each line. */
export function textsOf({ blockedTexts }: Pick<DecisionDetails, 'blockedTexts'>): BlocklistKey[] {
  const lines = blockedTexts.split('\n').map((line) => line.trim())
  return lines.filter((value) => value !== '').map((value) => ({ kind: 'text', value }))
}

/** A version waits for the findings of severity high that no moderator accepted: each file and rule once. */
export function findingsToAccept(
  findings: readonly Pick<ReportFinding, 'rule' | 'fileSha256' | 'severity' | 'verdict'>[],
): { rule: string; fileSha256: string }[] {
  const open = findings.filter(
    ({ severity, verdict }) => severity === 'high' && verdict?.verdict !== 'accepted',
  )
  const byKey = new Map(
    open.map(({ rule, fileSha256 }) => [`${rule} ${fileSha256}`, { rule, fileSha256 }] as const),
  )
  return [...byKey.values()].slice(0, acceptMax)
}

function banOf(duration: BanDuration, now: number): NonNullable<CaseDecisionDraft['ban']> {
  if (duration === 'permanent') return { is_permanent: true, expires_at: null }
  return {
    is_permanent: false,
    expires_at: new Date(now + Number(duration) * 24 * 60 * 60_000).toISOString(),
  }
}
