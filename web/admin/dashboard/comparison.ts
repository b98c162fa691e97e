export type Comparison = { text: string; tone: 'up' | 'down' | 'same' }

/** Percent change from an earlier value; from 0 to any positive value it is 100. */
export function percentChange(current: number, previous: number): number {
  if (previous === 0) return current > 0 ? 100 : 0
  return ((current - previous) / previous) * 100
}

/** Rounded to whole percents, or under one percent to one decimal; `~0%` if that is zero. */
export function compare(current: number, previous: number): Comparison {
  const change = percentChange(current, previous)
  const tenths = Math.round(Math.abs(change) * 10) / 10
  if (tenths === 0) return { text: '~0%', tone: 'same' }
  const size = tenths < 1 ? tenths.toFixed(1) : String(Math.round(Math.abs(change)))
  return change > 0 ? { text: `+${size}%`, tone: 'up' } : { text: `-${size}%`, tone: 'down' }
}
