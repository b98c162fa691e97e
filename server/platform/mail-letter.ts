import type { Mail } from './mail.ts'

/** What a mail of the site says; every text is plain and is escaped where it becomes HTML. */
export type Letter = {
  to: string
  subject: string
  /** The username of the reader. */
  greets: string
  paragraphs: readonly string[]
  link?: { label: string; address: string }
  /** Last and small: what to do when the mail was not expected. */
  note: string
}

/** The same letter as text and as simple HTML: mail programs show one or the other. */
export function writeLetter(siteName: string, letter: Letter): Mail {
  const { to, subject, link } = letter
  const paragraphs = [`Hello ${letter.greets},`, ...letter.paragraphs]
  const text = [...paragraphs, ...(link ? [`${link.label}:\n${link.address}`] : []), letter.note, siteName]
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escape(paragraph)}</p>`),
    ...(link
      ? [
          `<p><a href="${escape(link.address)}">${escape(link.label)}</a></p>`,
          `<p style="font-size: 13px">If the link does not open, copy this address: ${escape(link.address)}</p>`,
        ]
      : []),
    `<p style="color: #666666; font-size: 13px">${escape(letter.note)}</p>`,
    `<p>${escape(siteName)}</p>`,
  ]
  return {
    to,
    subject: `${subject} - ${siteName}`,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><body style="font-family: sans-serif; line-height: 1.5">\n${html.join('\n')}\n</body></html>\n`,
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
