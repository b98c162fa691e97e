import { classNames } from './class-names.ts'
import styles from './Spinner.module.css'

/** With a label it stands for a whole region and is announced; without one it decorates a text beside it. */
export function Spinner({ label }: { label?: string | undefined }) {
  if (!label) return <span className={styles.spinner} aria-hidden="true" />
  return (
    <output className={styles.labelled}>
      <span className={classNames(styles.spinner, styles.large)} aria-hidden="true" />
      {label}
    </output>
  )
}
