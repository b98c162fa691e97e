import { RecoveryCodeSheet } from '#web/two-factor/RecoveryCodeSheet.tsx'
import { useSession } from '#web/app/session.ts'

import styles from './AuthDialog.module.css'
import { ModeLink } from './ModeLink.tsx'
import { SecondStepForm } from './SecondStepForm.tsx'
import { SetUpAtSignIn } from './SetUpAtSignIn.tsx'

/** After a right password: the code, or where there is no authenticator yet, its set-up and the recovery codes. */
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
  /** To the password, with the reason when it is not the person's own wish. */
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
      <div className={styles.switches}>
        <ModeLink label="Back to sign in" onSelect={() => onBack()} />
      </div>
    </>
  )
}
