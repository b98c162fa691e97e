import type { BlocklistKey } from '#contract/moderation/blocklist.ts'
import { removalReasons } from '#contract/moderation/cases.ts'
import type { Case, CaseDecision, CaseDecisionDraft, RemovalReason } from '#contract/moderation/cases.ts'
import type { ReportFinding } from '#contract/scripts/versions.ts'
import { type banDays, dayOptions } from '#web/admin/moderation/user-admin/ban-duration.ts'

type BanDuration = `${(typeof banDays)[number]}` | 'permanent'

export const banDurations: readonly { value: BanDuration; label: string }[] = [
  ...dayOptions,
  { value: 'permanent', label: 'Permanent' },
]

const acceptMax = 200

/** What some decisions need beside their texts. */
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

/** What was decided against can be blocked with it. */
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

/** What a version waits for: the findings of severity high that no moderator accepted, each file and rule once. */
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
