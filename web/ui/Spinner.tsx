import { classNames } from './class-names.ts'
import styles from './Spinner.module.css'

/** With a label it is announced; without one it is decorative. */
export function Spinner({ label }: { label?: string | undefined }) {
  if (!label) return <span className={styles.spinner} aria-hidden="true" />
  return (
    <output className={styles.labelled}>
      <span className={classNames(styles.spinner, styles.large)} aria-hidden="true" />
      {label}
    </output>
  )
}
