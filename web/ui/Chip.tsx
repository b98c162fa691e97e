import { X } from 'lucide-react'

import styles from './Chip.module.css'

/** A removable value, such as an active filter. */
export function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className={`inline-row max-full text-sm vivid ${styles.chip}`}>
      <span className="ellipsis">{label}</span>
      <button
        type="button"
        className={`pointer grid center rigid pad-0 borderless ${styles.remove}`}
        aria-label={`Remove ${label}`}
        onClick={onRemove}
      >
        <X />
      </button>
    </span>
  )
}
