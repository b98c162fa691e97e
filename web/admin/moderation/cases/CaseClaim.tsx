import { Lock, UserCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import type { Case, CaseDecision } from '#contract/moderation/cases.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import type { Session } from '#web/app/session-store.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dateTimeText } from '#web/ui/date-time-text.ts'

import { useCaseChange } from './moderation.data.ts'
import { holderOf } from './queue-order.ts'

const texts = {
  kept: 'It will be sent as soon as you have claimed the case.',
  early: 'Ignored because the case had just opened. Press the key again.',
  unclaimed: 'Not sent: claim the case first.',
  looking: 'It will be sent if it affects no other script.',
  touching: 'Not sent: it affects other scripts, which are listed below. Send it again.',
}

const clockMs = 10_000

/** So that a key pressed twice does not decide the case that opens after it. */
const readyMs = 400

export type ClaimState = ReturnType<typeof useClaim>

/** Opening a case claims it, unless another user has it or the claim has expired while the case was open. */
export function useClaim({ user }: Session, caseData: Case) {
  const { id, state, blockedBy, claimedUntil } = caseData
  const now = useClock()
  const isOver = claimedUntil !== null && Date.parse(claimedUntil) <= now
  const holder = holderOf(caseData, user.username, now)
  const isOwn = caseData.isClaimedByMe && !isOver
  const { mutate, isPending, error, variables, submittedAt } = useCaseChange(user.id, id)
  const claimed = useRef(false)
  const mayClaim = state === 'open' && blockedBy === null && holder === undefined && !isOwn
  useEffect(() => {
    if (claimed.current) return
    // A case of another user is taken over by a button.
    claimed.current = true
    if (mayClaim) mutate('claim')
  }, [mayClaim, mutate])
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const handle = setTimeout(() => setSettled(true), readyMs)
    return () => clearTimeout(handle)
  }, [])
  return {
    /** Another user who works on the case. */
    holder,
    isOwn,
    /** It was the user's, or that of another user. */
    hasExpired: state === 'open' && isOver && blockedBy === null,
    /** The user may decide now. */
    isReady: isSettled && ((isOwn && caseData.canDecide) || caseData.canRestore),
    /** The case has been on the screen for a moment. */
    isSettled,
    /** When the last change of the claim was requested, 0 before it. */
    requestedAt: submittedAt,
    /** The claim was requested and is not there yet. */
    isComing: isPending && variables === 'claim',
    isChanging: isPending,
    error: variables === 'claim' || variables === 'release' ? error : null,
    take: () => mutate('claim'),
    release: () => mutate('release'),
  }
}

function useClock(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const handle = setInterval(() => setNow(Date.now()), clockMs)
    return () => clearInterval(handle)
  }, [])
  return now
}

/**
 * A decision before the case is claimed waits for that claim, and is `due` with it. One key that decides alone is ignored
 * while the case opens: it may belong to the case before it. One that touches other scripts is sent only after the form
 * has listed them.
 */
export function useKeptDecision(
  { isReady, isSettled, isOwn, isComing, requestedAt }: ClaimState,
  touched: { chosen: CaseDecision | undefined; isLoading: boolean; isTouching: boolean },
) {
  const [kept, setKept] = useState<{ decision: CaseDecision; requestedAt: number; isInformed: boolean }>()
  const [isEarly, setEarly] = useState(false)
  // A key can come before the request of the claim with which the case opens.
  if (kept?.requestedAt === 0 && requestedAt !== 0) setKept({ ...kept, requestedAt })
  const mayBecomeReady = isReady || isOwn || isComing || !isSettled
  const isLost = kept !== undefined && (!mayBecomeReady || kept.requestedAt !== requestedAt)
  const isHeld = kept !== undefined && touched.isTouching && !touched.isLoading && !kept.isInformed
  const isDue = kept !== undefined && isReady && !isLost && !isHeld && !touched.isLoading
  const keptText = texts[isLost ? 'unclaimed' : isHeld ? 'touching' : isReady ? 'looking' : 'kept']
  return {
    due: isDue ? kept.decision : undefined,
    note: isDue ? undefined : kept ? keptText : isEarly ? texts.early : undefined,
    attempt: (decision: CaseDecision, { isSingleKey = false } = {}) => {
      const isTooEarly = isSingleKey && !isSettled
      setEarly(isTooEarly)
      const isInformed = decision === touched.chosen && !touched.isLoading
      setKept(isTooEarly ? undefined : { decision, requestedAt, isInformed })
    },
    drop: () => setKept(undefined),
  }
}

/** Who works on an open case, and until when. */
export function CaseClaim({
  caseData: { state, blockedBy, claimedBy, claimedUntil },
  claim,
}: {
  caseData: Case
  claim: ClaimState
}) {
  if (state === 'closed') return null
  const until = claimedUntil && dateTimeText(claimedUntil)
  if (claim.holder !== undefined)
    return (
      <Alert icon={<Lock />} title={`Claimed by ${claim.holder} until ${until}`}>
        You can take it over when the claim has ended.
      </Alert>
    )
  if (blockedBy !== null)
    return (
      <Alert tone="warn" title="You cannot decide this case">
        {blockedBy}
      </Alert>
    )
  if (claim.error)
    return (
      <Alert
        tone="danger"
        title={errorMessage(claim.error, 'The case was not claimed')}
        isAlert
        action={
          <Button size="sm" isBusy={claim.isChanging} onClick={claim.take}>
            Try again
          </Button>
        }
      />
    )
  if (claim.isOwn)
    return (
      <p className="row wrap gap-2 muted text-sm">
        <UserCheck />
        Claimed by you until {until}
        <Button size="sm" variant="ghost" isBusy={claim.isChanging} onClick={claim.release}>
          Release
        </Button>
      </p>
    )
  return (
    <Alert
      tone={claim.hasExpired ? 'warn' : 'info'}
      title={
        claim.hasExpired ? `The claim of ${claimedBy ?? 'another user'} ended at ${until}` : 'Not claimed'
      }
      action={
        <Button size="sm" isBusy={claim.isChanging} busyText="Claiming..." onClick={claim.take}>
          {claim.hasExpired ? 'Take over' : 'Claim'}
        </Button>
      }
    >
      Claim it to decide. We keep what you have written.
    </Alert>
  )
}
