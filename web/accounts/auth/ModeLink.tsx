/** Switches the mode of the dialog. */
export function ModeLink({ label, onSelect }: { label: string; onSelect: () => void }) {
  return (
    <button type="button" className="text-link pointer min-h-24 bare" onClick={onSelect}>
      {label}
    </button>
  )
}
