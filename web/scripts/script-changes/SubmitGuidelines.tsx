import { FileArchive, Image, Scale, Zap } from 'lucide-react'

import { useSite } from '#web/app/use-site.ts'
import { Card } from '#web/ui/Card.tsx'

import { availability } from './availability.ts'
import styles from './ScriptForm.module.css'

const points = [
  { icon: <Scale />, text: 'Share only what you made yourself or have the right to pass on.' },
  {
    icon: <FileArchive />,
    text: 'Put everything into one archive, with a readme on how to install it.',
  },
  { icon: <Image />, text: 'Wide screenshots look best. The first image is the cover in every list.' },
]

export function SubmitGuidelines() {
  const { reviewMode } = useSite()
  const published = `Your script is ${availability[reviewMode]}. You can edit it at any time.`
  return (
    <Card as="aside" padding="md" className={styles.aside} aria-label="Before you submit">
      <details open={!matchMedia('(max-width: 960px)').matches}>
        <summary className="pointer">
          <h2>Before you submit</h2>
        </summary>
        <ul className={`${styles.points} grid gap-4 muted text-sm`}>
          {[...points, { icon: <Zap />, text: published }].map(({ icon, text }) => (
            <li key={text}>
              {icon}
              {text}
            </li>
          ))}
        </ul>
      </details>
    </Card>
  )
}
