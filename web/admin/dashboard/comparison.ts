export type Comparison = { text: string; tone: 'up' | 'down' | 'same' }

/** Percent against an earlier value; with nothing before, anything at all is a hundred percent more. */
export function percentChange(current: number, previous: number): number {
  if (previous === 0) return current > 0 ? 100 : 0
  return ((current - previous) / previous) * 100
}

/** Rounded; under one percent with one decimal, and what even that rounds away is about nothing. */
export function compare(current: number, previous: number): Comparison {
  const change = percentChange(current, previous)
  const tenths = Math.round(Math.abs(change) * 10) / 10
  if (tenths === 0) return { text: '~0%', tone: 'same' }
  const size = tenths < 1 ? tenths.toFixed(1) : String(Math.round(Math.abs(change)))
  return change > 0 ? { text: `+${size}%`, tone: 'up' } : { text: `-${size}%`, tone: 'down' }
}
