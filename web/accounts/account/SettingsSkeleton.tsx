import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './SettingsPage.module.css'

export function SettingsSkeleton() {
  return (
    <div className={`${styles.columns} grid gap-6 top`} aria-busy="true">
      <output className="visually-hidden">Loading your settings</output>
      <Card padding="lg" className="stack gap-6">
        <div className="grid gap-1">
          <Skeleton width={140} height="1.5rem" />
          <Skeleton width="60%" />
        </div>
        <div className={`${styles.fields} grid gap-5`}>
          <Skeleton shape="block" height={72} />
          <Skeleton shape="block" height={72} />
          <Skeleton shape="block" height={72} />
        </div>
        <Skeleton shape="block" width={150} height={40} />
      </Card>
      <Skeleton shape="block" height={170} />
    </div>
  )
}
