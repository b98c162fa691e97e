const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** 22 Nov 2026, as the pages of the site write it, for messages and emails. */
export function dateText(time: Date): string {
  return dates.format(time)
}
