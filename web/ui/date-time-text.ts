const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** 14 Nov 2026, 18:04 in the time zone of the reader. Not for a first page: `Intl` delays it. */
export function dateTimeText(iso: string): string {
  return format.format(new Date(iso))
}
