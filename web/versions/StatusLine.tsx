import { CircleAlert, Hourglass, Search, TriangleAlert } from 'lucide-react'

import { statusOf } from './analysis-texts.ts'

const icons = { info: Hourglass, warn: CircleAlert, danger: TriangleAlert, idle: Search }

/** What was found, in one line. */
export function StatusLine({
  analysis,
  className,
}: {
  analysis: Parameters<typeof statusOf>[0]
  className?: string | undefined
}) {
  const { tone, text } = statusOf(analysis)
  const Icon = icons[tone]
  return (
    <p className={className} data-tone={tone}>
      <Icon />
      {text}
    </p>
  )
}
