import { Dialog } from '#web/ui/Dialog.tsx'

import { RecoveryCodeSheet } from './RecoveryCodeSheet.tsx'

/** No way out but the one that says they are kept: nobody can show them again. */
export function RecoveryCodesDialog({
  text,
  codes,
  username,
  onDone,
}: {
  text: string
  codes: readonly string[]
  username: string
  onDone: () => void
}) {
  return (
    <Dialog isOpen isBusy onClose={onDone} title="Your Recovery Codes" text={text}>
      <RecoveryCodeSheet codes={codes} username={username} onDone={onDone} />
    </Dialog>
  )
}
