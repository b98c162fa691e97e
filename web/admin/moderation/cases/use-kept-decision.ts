import { useState } from 'react'

import type { CaseDecision } from '#contract/moderation/cases.ts'

import type { ClaimState } from './use-claim.ts'

const texts = {
  kept: 'It will be sent as soon as you have claimed the case.',
  early: 'Ignored because the case had just opened. Press the key again.',
  unclaimed: 'Not sent: claim the case first.',
}

/**
 * A decision before the case is claimed waits for that claim, and is `due` with it. One key that decides alone is ignored
 * while the case opens: it may belong to the case before it.
 */
export function useKeptDecision({ isReady, isSettled, isOwn, isComing, requestedAt }: ClaimState) {
  const [kept, setKept] = useState<{ decision: CaseDecision; requestedAt: number }>()
  const [isEarly, setEarly] = useState(false)
  const mayBecomeReady = isReady || isOwn || isComing || !isSettled
  const isLost = kept !== undefined && (!mayBecomeReady || kept.requestedAt !== requestedAt)
  return {
    due: kept && isReady && !isLost ? kept.decision : undefined,
    note: kept ? texts[isLost ? 'unclaimed' : 'kept'] : isEarly ? texts.early : undefined,
    attempt: (decision: CaseDecision, { isSingleKey = false } = {}) => {
      const isTooEarly = isSingleKey && !isSettled
      setEarly(isTooEarly)
      setKept(isTooEarly ? undefined : { decision, requestedAt })
    },
    drop: () => setKept(undefined),
  }
}
