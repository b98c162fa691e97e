import { useSession } from '#web/app/session.ts'
import { RecoveryCodeSheet } from '#web/accounts/two-factor/RecoveryCodeSheet.tsx'

import { ModeLink } from './ModeLink.tsx'
import { SecondStepForm } from './SecondStepForm.tsx'
import { SetUpAtSignIn } from './SetUpAtSignIn.tsx'

/** Follows a correct password: the code, or without an authenticator its set-up and the recovery codes. */
export function SecondStep({
  challenge,
  needsSetUp,
  codes,
  onCodes,
  onBack,
  onDone,
}: {
  challenge: string
  needsSetUp: boolean
  codes: readonly string[] | undefined
  onCodes: (codes: readonly string[]) => void
  /** Back to the password, with the reason if the user did not choose it. */
  onBack: (problem?: string) => void
  onDone: () => void
}) {
  const session = useSession()
  if (codes)
    return <RecoveryCodeSheet codes={codes} username={session?.user.username ?? ''} onDone={onDone} />
  if (!needsSetUp) return <SecondStepForm challenge={challenge} onBack={onBack} onDone={onDone} />
  return (
    <>
      <SetUpAtSignIn challenge={challenge} onCodes={onCodes} onExpired={onBack} />
      <div className="flex wrap between gap-1-4 mt-5 muted text-sm">
        <ModeLink label="Back to sign in" onSelect={() => onBack()} />
      </div>
    </>
  )
}
