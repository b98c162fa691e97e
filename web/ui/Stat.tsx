import type { ReactNode } from 'react'

/** `label` is for screen readers, `title` is the exact number. */
export function Stat({
  icon,
  label,
  value,
  title,
}: {
  icon: ReactNode
  label: string
  value: ReactNode
  title?: string | undefined
}) {
  return (
    <span className="inline-row gap-5px faint nowrap numeric" title={title}>
      {icon}
      <span className="visually-hidden">{label} </span>
      {value}
    </span>
  )
}
