import { escapeHtml } from '#platform/escape-html.ts'

import type { Mail, MailList } from './mailer.ts'

/** The content of an email. All texts are plain; they are escaped for HTML. */
export type EmailContent = {
  to: string
  subject: string
  /** The username in the greeting. An unconfirmed address gets none: a name can look like a URL. */
  greets?: string
  paragraphs: readonly string[]
  /** Between the paragraphs and the link: a title with a link, and lines below it. */
  items?: readonly { title: string; url: string; lines: readonly string[] }[]
  link?: { label: string; url: string }
  list?: MailList | undefined
  /** A small last paragraph: what to do when the email was not expected. */
  note: string
}

/** For programs that do not show the headers of a list. */
const unsubscribeLabel = 'Unsubscribe from these emails'

/** Renders an email as text and as simple HTML. */
export function renderEmail(siteName: string, content: EmailContent): Mail {
  const { to, subject, link, list, items = [] } = content
  const greeting = content.greets === undefined ? 'Hello,' : `Hello ${content.greets},`
  const paragraphs = [greeting, ...content.paragraphs]
  const itemTexts = items.map(({ title, url, lines }) => [title, ...lines, url].join('\n'))
  const text = [
    ...paragraphs,
    ...itemTexts,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    content.note,
    ...(list ? [`${unsubscribeLabel}:\n${list.unsubscribeUrl}`] : []),
    siteName,
  ]
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...items.map(
      ({ title, url, lines }) =>
        `<p>${[`<a href="${escapeHtml(url)}">${escapeHtml(title)}</a>`, ...lines.map(escapeHtml)].join('<br>')}</p>`,
    ),
    ...(link
      ? [
          `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`,
          `<p style="font-size: 13px">If the link does not open, copy this URL into your browser: ${escapeHtml(link.url)}</p>`,
        ]
      : []),
    `<p style="color: #666666; font-size: 13px">${escapeHtml(content.note)}</p>`,
    ...(list
      ? [
          `<p style="font-size: 13px"><a href="${escapeHtml(list.unsubscribeUrl)}" style="color: #666666">${unsubscribeLabel}</a></p>`,
        ]
      : []),
    `<p>${escapeHtml(siteName)}</p>`,
  ]
  return {
    siteName,
    to,
    list,
    subject: `${subject} - ${siteName}`,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><body style="font-family: sans-serif; line-height: 1.5">\n${html.join('\n')}\n</body></html>\n`,
  }
}
