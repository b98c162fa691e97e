import { Alert } from '#web/ui/Alert.tsx'

export type Outcome = { tone: 'danger' | 'info'; title: string; text?: string }

/** The result of a submitted form that belongs to none of its fields. */
export function FormOutcome({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome) return null
  return (
    <Alert tone={outcome.tone} title={outcome.title} isAlert>
      {outcome.text}
    </Alert>
  )
}
