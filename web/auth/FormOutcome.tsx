import { Notice } from '#web/ui/Notice.tsx'

/** What the server made of a form as a whole; what it says of single fields stands beside them. */
export function FormOutcome({
  failure,
  success,
}: {
  failure: string | undefined
  success: string | undefined
}) {
  if (failure)
    return (
      <Notice tone="danger" isAlert>
        {failure}
      </Notice>
    )
  if (!success) return null
  return (
    <Notice tone="ok" isAlert>
      {success}
    </Notice>
  )
}
