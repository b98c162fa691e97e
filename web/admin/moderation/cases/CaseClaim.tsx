import { Lock, UserCheck } from 'lucide-react'

import type { Case } from '#contract/moderation/cases.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dateTimeText } from '#web/ui/date-time-text.ts'

import type { ClaimState } from './use-claim.ts'

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
