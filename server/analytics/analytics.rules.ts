import { cutText } from '#contract/cut-text.ts'
import { after, day as dayMs } from '#platform/clock.ts'

/** The cache tag of the figures. */
export const analyticsTag = 'analytics'

/** How far the first count reaches back, and how long figures of single scripts and searches are stored. */
export const daysMax = 366

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return dayOf(after(new Date(day), days * dayMs))
}

/** Days from the first to the last one, both included. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

const queryMax = 60

/** A query as it is counted; undefined for one that may contain personal data. */
export function countedQuery(text: string): string | undefined {
  const query = text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  if (query.length < 2 || query.includes('@') || /\d{6,}/.test(query.replaceAll(/[\s()+./-]/g, '')))
    return undefined
  return cutText(query, queryMax).trim()
}
