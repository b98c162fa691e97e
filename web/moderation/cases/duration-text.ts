import type { CaseRow } from '#contract/moderation/cases.ts'
import { dateText } from '#web/ui/date-text.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** "9 hours": the largest whole unit, at least a minute. */
export function durationText(ms: number): string {
  if (ms >= 2 * day) return counted(Math.floor(ms / day), 'day')
  if (ms >= hour) return counted(Math.floor(ms / hour), 'hour')
  return counted(Math.max(1, Math.floor(ms / minute)), 'minute')
}

type Due = Pick<CaseRow, 'kind' | 'state' | 'decision' | 'dueAt'>

/** When an open case must be decided, or its scripts may be restored after a counter-notice. */
export function caseDueText(
  { kind, state, decision, dueAt }: Due,
  now: number,
): { isLate: boolean; text: string } | undefined {
  if (dueAt === null || state !== 'open') return undefined
  const left = Date.parse(dueAt) - now
  if (kind === 'takedown' && decision !== null)
    return { isLate: false, text: left > 0 ? `Not before ${dateText(dueAt)}` : 'Can be restored' }
  return left < 0
    ? { isLate: true, text: `Overdue for ${durationText(-left)}` }
    : { isLate: false, text: `Due in ${durationText(left)}` }
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
