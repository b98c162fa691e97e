import { X } from 'lucide-react'

import styles from './Chip.module.css'

/** A removable value, such as an active filter. */
export function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className={styles.chip}>
      <span className={styles.text}>{label}</span>
      <button type="button" className={styles.remove} aria-label={`Remove ${label}`} onClick={onRemove}>
        <X />
      </button>
    </span>
  )
}
