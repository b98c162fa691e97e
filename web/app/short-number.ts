/** 950, 18.4K, 1.5M: one decimal, rounded down, so that a number never claims more than there is. */
export function shortNumber(value: number): string {
  if (value >= 1_000_000) return `${oneDecimal(value / 1_000_000)}M`
  if (value >= 1000) return `${oneDecimal(value / 1000)}K`
  return String(value)
}

/** As shortNumber, with a plus where something was left out: the totals of the homepage. */
export function shortNumberPlus(value: number): string {
  return value >= 1000 ? `${shortNumber(value)}+` : String(value)
}

/** 1,512,430. Whole numbers only. */
export function fullNumber(value: number): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

function oneDecimal(value: number): string {
  // Counted in tenths, because 1.2 * 10 is not 12 in binary and rounding down would take one off.
  return String(Math.floor(value * 10 + 1e-9) / 10)
}
