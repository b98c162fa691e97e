import { classNames } from './class-names.ts'
import styles from './Spinner.module.css'

/** With a label it is announced; without one it is decorative. */
export function Spinner({ label }: { label?: string | undefined }) {
  if (!label) return <span className={`rigid circle ${styles.spinner}`} aria-hidden="true" />
  return (
    <output className="grid items-center gap-3 text-sm muted">
      <span className={classNames('rigid circle', styles.spinner, styles.large)} aria-hidden="true" />
      {label}
    </output>
  )
}
