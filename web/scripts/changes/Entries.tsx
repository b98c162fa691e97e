import { Minus, Plus, RefreshCw } from 'lucide-react'
import { useId, type ReactNode } from 'react'

import styles from './Changes.module.css'

/** Others are folded. */
const shownMax = 20

const icons = { added: Plus, removed: Minus, changed: RefreshCw }

/** A list of one kind of change; nothing without entries. */
export function Entries({
  name,
  change,
  entries,
}: {
  name: string
  change: keyof typeof icons
  entries: readonly ReactNode[]
}) {
  const id = useId()
  if (entries.length === 0) return null
  const Icon = icons[change]
  const items = entries.map((entry, index) => (
    <li
      key={index}
      className="grid cols-auto-fill gap-3 pad-2-3 framed round-md fill-1 muted"
      data-change={change}
    >
      <Icon />
      <div className="stack gap-1 break">{entry}</div>
    </li>
  ))
  return (
    <div className={`${styles.entries} stack gap-2`}>
      <h4 id={id} className="muted text-base strong leading">
        {name}
      </h4>
      <ul className="stack gap-2" aria-labelledby={id}>
        {items.slice(0, shownMax)}
      </ul>
      {items.length > shownMax && (
        <details className="grid gap-2">
          <summary className="muted">{items.length - shownMax} more</summary>
          <ul className="stack gap-2">{items.slice(shownMax)}</ul>
        </details>
      )}
    </div>
  )
}
