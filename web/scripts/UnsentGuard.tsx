import { LeaveGuard } from '#web/app/LeaveGuard.tsx'

/** Asks before a page is left on which a script was filled in, or is on its way. */
export function UnsentGuard({ isFilled, isSending }: { isFilled: boolean; isSending: boolean }) {
  if (isSending)
    return (
      <LeaveGuard
        isActive
        title="Stop the upload?"
        text="It is not finished yet. Leaving the page stops it, and nothing of it is published."
        leaveLabel="Stop and leave"
        stayLabel="Keep uploading"
      />
    )
  return (
    <LeaveGuard
      isActive={isFilled}
      title="Discard your changes?"
      text="What you entered on this page is not sent yet."
    />
  )
}
