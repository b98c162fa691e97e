import styles from './AuthDialog.module.css'

/** From one mode of the dialog to another. */
export function ModeLink({ label, onSelect }: { label: string; onSelect: () => void }) {
  return (
    <button type="button" className={`text-link ${styles.switch}`} onClick={onSelect}>
      {label}
    </button>
  )
}
