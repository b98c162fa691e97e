import { Notice } from '#web/ui/Notice.tsx'

export type Outcome = { tone: 'danger' | 'info'; title: string; text?: string }

/** What became of sending a form, where no field of it is to blame. */
export function FormOutcome({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome) return null
  return (
    <Notice tone={outcome.tone} title={outcome.title} isAlert>
      {outcome.text}
    </Notice>
  )
}
