const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** "9 hours": the largest whole unit, at least a minute. */
export function durationText(ms: number): string {
  if (ms >= 2 * day) return counted(Math.floor(ms / day), 'day')
  if (ms >= hour) return counted(Math.floor(ms / hour), 'hour')
  return counted(Math.max(1, Math.floor(ms / minute)), 'minute')
}

/** Of a case that must be decided until a time. */
export function dueText(dueAt: string, now: number): { isLate: boolean; text: string } {
  const left = Date.parse(dueAt) - now
  return left < 0
    ? { isLate: true, text: `Overdue for ${durationText(-left)}` }
    : { isLate: false, text: `Due in ${durationText(left)}` }
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
