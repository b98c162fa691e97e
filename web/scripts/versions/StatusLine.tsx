import { CircleAlert, Hourglass, Search, TriangleAlert } from 'lucide-react'

import type { Status } from './analysis-texts.ts'

const icons = { info: Hourglass, warn: CircleAlert, danger: TriangleAlert, idle: Search }

/** The result of an analysis, in one line. Paths come from the archive: they are texts. */
export function StatusLine({
  status: { tone, text, place, remarks },
  className,
}: {
  status: Status
  className?: string | undefined
}) {
  const Icon = icons[tone]
  return (
    <p className={className} data-tone={tone}>
      <Icon className="ink" />
      {place === undefined ? (
        text
      ) : (
        <span>
          {text}, in <bdi className="break">{place}</bdi>. <small>{remarks}</small>
        </span>
      )}
    </p>
  )
}
