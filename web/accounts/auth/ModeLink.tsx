import styles from './AuthDialog.module.css'

/** Switches the mode of the dialog. */
export function ModeLink({ label, onSelect }: { label: string; onSelect: () => void }) {
  return (
    <button type="button" className={`text-link ${styles.switch}`} onClick={onSelect}>
      {label}
    </button>
  )
}
