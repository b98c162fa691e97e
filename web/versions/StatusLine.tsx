import { CircleAlert, Hourglass, Search, TriangleAlert } from 'lucide-react'

import type { Status } from './analysis-texts.ts'

const icons = { info: Hourglass, warn: CircleAlert, danger: TriangleAlert, idle: Search }

/** What was found, in one line. */
export function StatusLine({
  status: { tone, text },
  className,
}: {
  status: Status
  className?: string | undefined
}) {
  const Icon = icons[tone]
  return (
    <p className={className} data-tone={tone}>
      <Icon />
      {text}
    </p>
  )
}
