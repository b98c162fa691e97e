import { Alert } from '#web/ui/Alert.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

import styles from './Moderation.module.css'

/** Another moderator decided the case first: what was typed here stays to be copied. */
export function UnsentTexts({ response, note }: { response: string; note: string }) {
  const texts = [
    { label: 'Your response', text: response },
    { label: 'Your public note', text: note },
  ].filter(({ text }) => text.trim() !== '')
  if (texts.length === 0) return null
  return (
    <Card as="section" padding="md" className={`${styles.section} stack gap-4`} aria-labelledby="unsent">
      <h2 id="unsent">Not sent</h2>
      <Alert tone="warn" title="This case was decided before you sent your decision">
        Copy what you still need.
      </Alert>
      {texts.map(({ label, text }) => (
        <TextArea key={label} label={label} rows={4} readOnly defaultValue={text} />
      ))}
    </Card>
  )
}
