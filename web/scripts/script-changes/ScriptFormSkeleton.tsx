import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './ScriptForm.module.css'

export function ScriptFormSkeleton() {
  return (
    <div className={`${styles.layout} grid gap-8 top pb-16`} aria-busy="true">
      <output className="visually-hidden">Loading</output>
      <Card padding="lg" className="stack gap-5">
        <Skeleton width={120} />
        <Skeleton shape="block" height={44} />
        <Skeleton width={120} />
        <Skeleton shape="block" height={132} />
        <div className="grid tiles-fit gap-5 top">
          <Skeleton shape="block" height={44} />
          <Skeleton shape="block" height={44} />
        </div>
        <Skeleton width={120} />
        <Skeleton shape="block" height={148} />
      </Card>
    </div>
  )
}
