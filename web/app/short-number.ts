/** 950, 18.4K, 1.5M: one decimal, rounded down. */
export function shortNumber(value: number): string {
  if (value >= 1_000_000) return `${oneDecimal(value / 1_000_000)}M`
  if (value >= 1000) return `${oneDecimal(value / 1000)}K`
  return String(value)
}

/** 18.4K+: for the totals of the homepage. */
export function shortNumberPlus(value: number): string {
  return value >= 1000 ? `${shortNumber(value)}+` : String(value)
}

/** 1,512,430. For integers. */
export function fullNumber(value: number): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

function oneDecimal(value: number): string {
  // 1.15 * 10 may be less than 11.5 in floating point.
  return String(Math.floor(value * 10 + 1e-9) / 10)
}
