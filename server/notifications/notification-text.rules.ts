import type { EventContent } from '#server/events/events.public.ts'

/** The text of a notification, in the list and in e-mails. */
export function notificationText({ kind, data }: EventContent): string {
  const version = `${data.script} ${data.number}`
  switch (kind) {
    case 'version-recalled': {
      const date = data.downloadedOn ? `, which you downloaded on ${dateText(data.downloadedOn)},` : ''
      const instead = data.replacement === null ? '' : `, use ${data.replacement} instead`
      return `${version}${date} was withdrawn for security: ${phrase(data.reason)}. Take it off your server${instead}.`
    }
    case 'version-published':
      return `${data.author} published ${version}.`
    case 'version-waiting': {
      const position = data.position === null ? '' : ` Position ${data.position}.`
      return `${version} waits for review: ${phrase(data.reason)}.${position}`
    }
    case 'version-decided':
      return data.decision === 'published'
        ? `${version} was published.`
        : `${version} was not published: ${phrase(data.response)}.`
    default:
      return `A new rule set scanned ${version} again and found something of severity high: ${phrase(data.title)}.`
  }
}

/** Text of a user within a sentence: one line, without the full stop at its end. */
function phrase(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '')
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** 22 Nov 2026. */
function dateText(day: string): string {
  return dates.format(new Date(day))
}
