import { X } from 'lucide-react'

import styles from './Chip.module.css'

/** Something chosen that can be taken back: an active filter, a picked person. */
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
