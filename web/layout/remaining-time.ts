const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** The two largest units of a duration, rounded up, so that a ban does not last longer than shown. */
export function remainingTime(milliseconds: number): string {
  let left = Math.max(1, Math.ceil(milliseconds / 60_000)) * 60_000
  const parts: string[] = []
  for (const [name, size] of units) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`)
    else if (parts.length > 0) break
  }
  return parts.slice(0, 2).join(' ')
}
