import styles from './CategoryChip.module.css'
import { classNames } from './class-names.ts'
import { tintOf } from './tint.ts'

/** The category's color is used for the dot only, so that the name stays readable. */
export function CategoryChip({
  name,
  color,
  size = 'sm',
  isOnImage = false,
}: {
  name: string
  color: string | null | undefined
  size?: 'sm' | 'md'
  isOnImage?: boolean | undefined
}) {
  return (
    <span
      className={classNames(styles.chip, styles[size], isOnImage && `forced-frame ${styles.image}`)}
      style={{ '--tint': tintOf(color) }}
    >
      <span className={`rigid ${styles.dot}`} aria-hidden="true" />
      <span className="ellipsis">{name}</span>
    </span>
  )
}
