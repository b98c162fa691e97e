import type { ErrorTexts } from '#web/app/error-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'

export function authErrorTexts(fallback: string): ErrorTexts {
  return { fallback, network: 'Network error occurred', unexpected: 'An unexpected error occurred.' }
}

/** The result of sending a form; errors of single fields are shown at the fields. */
export function FormOutcome({
  failure,
  success,
}: {
  failure: string | undefined
  success: string | undefined
}) {
  if (failure)
    return (
      <Alert tone="danger" isAlert>
        {failure}
      </Alert>
    )
  if (!success) return null
  return (
    <Alert tone="ok" isAlert>
      {success}
    </Alert>
  )
}
