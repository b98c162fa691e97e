/** The value that this share of all values is not above; they need no order. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}
