import { Dialog } from '#web/ui/Dialog.tsx'

import { RecoveryCodeSheet } from './RecoveryCodeSheet.tsx'

/** Closes by its Done button alone, because the codes are shown only once. */
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
    <Dialog isBusy onClose={onDone} title="Your Recovery Codes" text={text}>
      <RecoveryCodeSheet codes={codes} username={username} onDone={onDone} />
    </Dialog>
  )
}
