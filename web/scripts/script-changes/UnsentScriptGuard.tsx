import { UnsavedChangesGuard } from '#web/app/UnsavedChangesGuard.tsx'

/** Asks for confirmation before the user leaves a filled form or stops an upload. */
export function UnsentScriptGuard({ isFilled, isUploading }: { isFilled: boolean; isUploading: boolean }) {
  if (isUploading)
    return (
      <UnsavedChangesGuard
        isActive
        title="Stop the upload?"
        text="It is not finished yet. Leaving the page stops it, and nothing of it is published."
        leaveLabel="Stop and leave"
        stayLabel="Keep uploading"
      />
    )
  return (
    <UnsavedChangesGuard isActive={isFilled} title="Discard your changes?" text="You have unsaved changes." />
  )
}
