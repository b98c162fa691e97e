import { licenseName } from '#contract/scripts/licenses.ts'

import { authorUrl } from './urls.rules.ts'
import { xmlLine, xmlText } from './xml.rules.ts'

export type FeedEntry = {
  /** Its id and its page. */
  url: string
  title: string
  author: string
  category: string | null
  license?: string | null
  summary: string
  createdAt: Date
  updatedAt: Date
}

export type Feed = {
  title: string
  url: string
  /** The page with the same content. */
  pageUrl: string
  /** The update time of a feed without entries. */
  emptyUpdatedAt: Date
  entries: readonly FeedEntry[]
}

/** An Atom document (RFC 4287). */
export function writeFeed(publicUrl: string, feed: Feed): string {
  const updatedAts = feed.entries.map(({ updatedAt }) => updatedAt.getTime())
  const updated = new Date(Math.max(feed.emptyUpdatedAt.getTime(), ...updatedAts))
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>${xmlLine(feed.title)}</title>`,
    `<id>${xmlText(feed.url)}</id>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(feed.url)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(feed.pageUrl)}"/>`,
    `<updated>${updated.toISOString()}</updated>`,
    `<icon>${publicUrl}/favicon.svg</icon>`,
    ...feed.entries.map((entry) => writeEntry(publicUrl, entry)),
    '</feed>\n',
  ].join('\n')
}

function writeEntry(publicUrl: string, entry: FeedEntry): string {
  const { url, title, author, category, license = null, summary, createdAt, updatedAt } = entry
  return [
    '<entry>',
    `<title>${xmlLine(title)}</title>`,
    `<id>${xmlText(url)}</id>`,
    `<link rel="alternate" type="text/html" href="${xmlText(url)}"/>`,
    `<published>${createdAt.toISOString()}</published>`,
    `<updated>${updatedAt.toISOString()}</updated>`,
    `<author><name>${xmlLine(author)}</name><uri>${xmlText(authorUrl(publicUrl, author))}</uri></author>`,
    ...(category === null ? [] : [`<category term="${xmlLine(category)}"/>`]),
    ...(license === null ? [] : [`<rights>${xmlText(licenseName(license))}</rights>`]),
    `<summary>${xmlText(summary)}</summary>`,
    '</entry>',
  ].join('\n')
}
