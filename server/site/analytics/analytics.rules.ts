import type { CacheTag } from '#platform/cache/cache-tags.ts'
import { after, day as dayMs, dayOf } from '#platform/clock.ts'

/** The cache tag of the figures. */
export const analyticsTag: CacheTag = 'analytics'

/** How far the first count reaches back, and how long figures of single scripts and searches are stored. */
export const daysMax = 366

export function addDays(day: string, days: number): string {
  return dayOf(after(new Date(day), days * dayMs))
}

/** Days from the first to the last one, both included. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
