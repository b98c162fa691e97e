import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { useState } from 'react'
import type { PointerEvent } from 'react'

import type { SiteStats } from '#contract/stats.ts'
import { fullNumber, shortNumber } from '#web/app/short-number.ts'
import { classNames } from '#web/ui/class-names.ts'
import { dateText } from '#web/ui/date-text.ts'

import { totals } from './totals.ts'
import styles from './TrendCard.module.css'

type Day = SiteStats & { date: string }

/** One chart per total: on a common axis, partners would be invisible next to downloads. */
export function TrendCharts({ days }: { days: readonly Day[] }) {
  const [at, setAt] = useState<number>()
  return (
    <>
      <div className={styles.charts} aria-hidden="true">
        {totals.map(({ key, label }) => (
          <TrendChart
            key={key}
            label={label}
            days={days.map((day) => ({ date: day.date, value: day[key] }))}
            at={at}
            onPointAt={setAt}
          />
        ))}
      </div>
      <TrendTable days={days} />
    </>
  )
}

type Point = { date: string; value: number }

const size = 100

function TrendChart({
  label,
  days,
  at,
  onPointAt,
}: {
  label: string
  days: Point[]
  at: number | undefined
  onPointAt: (at: number | undefined) => void
}) {
  const values = days.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = scaleLinear({ domain: [0, days.length - 1], range: [0, size] })
  // A constant value is drawn in the middle.
  const margin = Math.max((high - low) * 0.16, 1)
  const y = scaleLinear({ domain: [low - margin, high + margin], range: [size, 0] })
  const scales = { x: (_: Point, index: number) => x(index), y: ({ value }: Point) => y(value) }
  const pointed = at === undefined ? undefined : days[at]

  function follow(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / box.width
    onPointAt(Math.round(Math.min(1, Math.max(0, share)) * (days.length - 1)))
  }
  return (
    <div>
      <div className={styles.head}>
        <b>{label}</b>
        <span className={styles.reading}>
          {pointed
            ? `${dateText(pointed.date)}: ${fullNumber(pointed.value)}`
            : fullNumber(values.at(-1) ?? 0)}
        </span>
      </div>
      <div
        className={styles.plot}
        data-falling={(values.at(-1) ?? 0) < (values[0] ?? 0) || undefined}
        onPointerMove={follow}
        onPointerLeave={() => onPointAt(undefined)}
      >
        <svg viewBox={`0 0 ${size} ${size}`} preserveAspectRatio="none">
          <AreaClosed data={days} {...scales} yScale={y} className={classNames(styles.area)} />
          <LinePath data={days} {...scales} className={classNames(styles.line)} />
        </svg>
        <span className={classNames(styles.tick, styles.top)}>{shortNumber(high)}</span>
        {low !== high && <span className={classNames(styles.tick, styles.bottom)}>{shortNumber(low)}</span>}
        {at !== undefined && pointed && (
          <>
            <span className={styles.marker} style={{ left: `${x(at)}%` }} />
            <span className={styles.dot} style={{ left: `${x(at)}%`, top: `${y(pointed.value)}%` }} />
          </>
        )}
      </div>
      <div className={styles.dates}>
        <span>{dateText(days[0]?.date ?? '')}</span>
        <span>{dateText(days.at(-1)?.date ?? '')}</span>
      </div>
    </div>
  )
}

/** The data of the charts for screen readers. */
function TrendTable({ days }: { days: readonly Day[] }) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>Totals by day</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            {totals.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{dateText(day.date)}</th>
              {totals.map(({ key }) => (
                <td key={key}>{fullNumber(day[key])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
