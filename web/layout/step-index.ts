/** The option that an arrow key leads to; the last is followed by the first. -1 is no option. */
export function stepIndex(active: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1
  if (active === -1) return step === 1 ? 0 : count - 1
  return (active + step + count) % count
}
