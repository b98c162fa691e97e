import { useId, type ReactNode } from 'react'

import type { PinnedSetting } from '#contract/site/settings.ts'
import type { useZodForm } from '#web/app/use-zod-form.ts'
import type { Conflict } from '#web/app/use-conflict.ts'
import { Card } from '#web/ui/Card.tsx'

import type { SettingsForm } from './settings-form.ts'
import styles from './Settings.module.css'

export type SectionProps = {
  form: ReturnType<typeof useZodForm<SettingsForm>>
  conflict: Conflict<keyof SettingsForm>
  pinned: readonly PinnedSetting[]
}

export function SettingsSection({
  title,
  text,
  children,
}: {
  title: string
  text: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <Card
      as="section"
      padding="lg"
      aria-labelledby={id}
      className={`${styles.section} grid cols tablet-stack top`}
      style={{ '--cols': 'minmax(0, 260px) minmax(0, 640px)' }}
    >
      <div className="grid gap-2">
        <h2 className="text-h3" id={id}>
          {title}
        </h2>
        <p className="muted text-sm">{text}</p>
      </div>
      <div className="stack gap-5">{children}</div>
    </Card>
  )
}
