import type { Case, CaseDecision, CaseDecisionDraft, RemovalReason } from '#contract/cases.ts'

import { banOf, type BanDuration } from './ban-durations.ts'

/** What some decisions need beside their texts. */
export type DecisionDetails = {
  removalReason: RemovalReason | ''
  duration: BanDuration
  hidesScripts: boolean
  /** The findings of severity high are accepted for their files. */
  acceptsFindings: boolean
  /** The archive is put on the blocklist. */
  blocksArchive: boolean
}

export const noDetails: DecisionDetails = {
  removalReason: '',
  duration: '7',
  hidesScripts: false,
  acceptsFindings: false,
  blocksArchive: false,
}

export function needsRemovalReason(decision: CaseDecision, { hidesScripts }: DecisionDetails): boolean {
  return decision === 'removed' || (decision === 'banned' && hidesScripts)
}

/** A takedown blocks the archives of its scripts itself. */
export function canBlock(decision: CaseDecision | undefined, { version }: Pick<Case, 'version'>): boolean {
  return version !== null && (decision === 'rejected' || decision === 'removed')
}

export function decisionDraft({
  decision,
  texts,
  details,
  findings,
  shown,
  now,
}: {
  decision: CaseDecision
  texts: Pick<CaseDecisionDraft, 'response' | 'logNote'>
  details: DecisionDetails
  findings: CaseDecisionDraft['actions']['accept']
  shown: Pick<Case, 'version'>
  now: number
}): CaseDecisionDraft {
  const { removalReason, duration, hidesScripts, acceptsFindings, blocksArchive } = details
  const { version } = shown
  const blocks = blocksArchive && version !== null && canBlock(decision, shown)
  return {
    decision,
    ...texts,
    ...(needsRemovalReason(decision, details) && removalReason !== '' && { removalReason }),
    ...(decision === 'banned' && { ban: banOf(duration, now) }),
    hideScripts: decision === 'banned' && hidesScripts,
    actions: {
      accept: decision === 'published' && acceptsFindings ? findings : [],
      blocklist: blocks ? [{ kind: 'archive', value: version.sha256 }] : [],
    },
  }
}
