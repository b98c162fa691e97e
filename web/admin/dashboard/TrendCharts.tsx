import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { useState, type PointerEvent } from 'react'
import { fullNumber, shortNumber } from '#web/app/short-number.ts'
import { classNames } from '#web/ui/class-names.ts'
import { dateText } from '#web/ui/date-text.ts'
import styles from './TrendCharts.module.css'

/** `values` are in the order of the labels. */
type Day = { date: string; values: readonly number[] }

/**
 * One chart per label: on a common axis, partners would be invisible next to downloads. `isSum`: the values
 * count what happened on a day, so that the figure of a chart is that of all days instead of the last one.
 */
export function TrendCharts({
  days,
  labels,
  caption,
  isSum = false,
}: {
  days: readonly Day[]
  labels: readonly string[]
  caption: string
  isSum?: boolean
}) {
  const [pointIndex, setPointIndex] = useState<number>()
  return (
    <>
      <div className={`grid ${styles.charts} gap-6-8`} aria-hidden="true">
        {labels.map((label, index) => (
          <TrendChart
            key={label}
            label={label}
            days={days.map((day) => ({ date: day.date, value: day.values[index] ?? 0 }))}
            isSum={isSum}
            pointIndex={pointIndex}
            onPointAt={setPointIndex}
          />
        ))}
      </div>
      <TrendTable days={days} labels={labels} caption={caption} />
    </>
  )
}

type Point = { date: string; value: number }

const size = 100

function TrendChart({
  label,
  days,
  isSum,
  pointIndex,
  onPointAt,
}: {
  label: string
  days: Point[]
  isSum: boolean
  pointIndex: number | undefined
  onPointAt: (pointIndex: number | undefined) => void
}) {
  const values = days.map(({ value }) => value)
  const zero = isSum ? [0] : []
  const [low, high] = [Math.min(...values, ...zero), Math.max(...values, ...zero)]
  const x = scaleLinear({ domain: [0, days.length - 1], range: [0, size] })
  const y = scaleLinear({ domain: trendRange(values, isSum), range: [size, 0] })
  const scales = { x: (_: Point, index: number) => x(index), y: ({ value }: Point) => y(value) }
  const pointed = pointIndex === undefined ? undefined : days[pointIndex]

  function follow(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / box.width
    onPointAt(Math.round(Math.min(1, Math.max(0, share)) * (days.length - 1)))
  }
  return (
    <div>
      <div className="flex baseline between gap-3 mb-2 text-sm">
        <b>{label}</b>
        <span className="muted numeric nowrap">
          {pointed
            ? `${dateText(pointed.date)}: ${fullNumber(pointed.value)}`
            : fullNumber(isSum ? values.reduce((sum, value) => sum + value, 0) : (values.at(-1) ?? 0))}
        </span>
      </div>
      <div
        className={`relative ${styles.plot}`}
        data-falling={(values.at(-1) ?? 0) < (values[0] ?? 0) || undefined}
        onPointerMove={follow}
        onPointerLeave={() => onPointAt(undefined)}
      >
        <svg viewBox={`0 0 ${size} ${size}`} preserveAspectRatio="none">
          <AreaClosed data={days} {...scales} yScale={y} className={classNames(styles.area)} />
          <LinePath data={days} {...scales} className={classNames(styles.line)} />
        </svg>
        <span className={classNames('absolute click-through faint text-xs numeric', styles.top)}>
          {shortNumber(high)}
        </span>
        {low !== high && (
          <span className={classNames('absolute click-through faint text-xs numeric', styles.bottom)}>
            {shortNumber(low)}
          </span>
        )}
        {pointIndex !== undefined && pointed && (
          <>
            <span
              className={`absolute click-through ${styles.marker} top-0`}
              style={{ left: `${x(pointIndex)}%` }}
            />
            <span
              className={`absolute click-through circle ${styles.dot}`}
              style={{ left: `${x(pointIndex)}%`, top: `${y(pointed.value)}%` }}
            />
          </>
        )}
      </div>
      <div className="flex between mt-1 faint text-xs">
        <span>{dateText(days[0]?.date ?? '')}</span>
        <span>{dateText(days.at(-1)?.date ?? '')}</span>
      </div>
    </div>
  )
}

/** The data of the charts for screen readers. */
function TrendTable({
  days,
  labels,
  caption,
}: {
  days: readonly Day[]
  labels: readonly string[]
  caption: string
}) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            {labels.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{dateText(day.date)}</th>
              {labels.map((label, index) => (
                <td key={label}>{fullNumber(day.values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/**
 * The lowest and highest value of a chart's axis. The axis of totals is around their values, so that their changes are
 * visible; that of counts by day begins at 0, so that a day without any is at the bottom.
 */
export function trendRange(values: readonly number[], isSum: boolean): [low: number, high: number] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const low = isSum ? Math.min(0, least) : least
  const high = isSum ? Math.max(0, most) : most
  // A constant total is drawn in the middle.
  const margin = Math.max((high - low) * 0.16, isSum ? 0 : 1)
  if (isSum) return [low < 0 ? low - margin : 0, Math.max(high + margin, 1)]
  return [low - margin, high + margin]
}
