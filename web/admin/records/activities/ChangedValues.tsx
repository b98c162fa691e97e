import type { Activity } from '#contract/records/activities.ts'

import styles from './ChangedValues.module.css'
import { changedValues } from './changed-values.ts'

export function ChangedValues({ metadata }: Pick<Activity, 'metadata'>) {
  const values = changedValues(metadata)
  if (values.length === 0) return null
  return (
    <dl className={`${styles.values} grid gap-1 text-sm`}>
      {values.map(({ field, from, to }) => (
        <div key={field}>
          <dt className="faint">{field}</dt>
          <dd>
            <del className="faint">{from}</del>
            <span aria-hidden="true"> → </span>
            <ins>{to}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
