import { authorAddress, scriptAddress } from './addresses.rules.ts'
import type { FeedScript } from './feeds.queries.ts'
import { xmlLine, xmlText } from './xml.rules.ts'

export type Feed = {
  title: string
  /** Of the feed itself, and of the page that shows the same. */
  address: string
  page: string
  /** What an empty feed says of its age. */
  since: Date
  scripts: readonly FeedScript[]
}

/** An Atom document (RFC 4287). */
export function writeFeed(publicUrl: string, feed: Feed): string {
  const changedAt = feed.scripts.map(({ updatedAt }) => updatedAt.getTime())
  const updated = new Date(Math.max(feed.since.getTime(), ...changedAt))
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>${xmlLine(feed.title)}</title>`,
    `<id>${xmlText(feed.address)}</id>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(feed.address)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(feed.page)}"/>`,
    `<updated>${updated.toISOString()}</updated>`,
    `<icon>${publicUrl}/favicon.svg</icon>`,
    ...feed.scripts.map((script) => writeEntry(publicUrl, script)),
    '</feed>\n',
  ].join('\n')
}

function writeEntry(publicUrl: string, script: FeedScript): string {
  const { id, name, description, category, author, createdAt, updatedAt } = script
  const address = scriptAddress(publicUrl, id)
  return [
    '<entry>',
    `<title>${xmlLine(name)}</title>`,
    `<id>${address}</id>`,
    `<link rel="alternate" type="text/html" href="${address}"/>`,
    `<published>${createdAt.toISOString()}</published>`,
    `<updated>${updatedAt.toISOString()}</updated>`,
    `<author><name>${xmlLine(author)}</name><uri>${xmlText(authorAddress(publicUrl, author))}</uri></author>`,
    `<category term="${xmlLine(category)}"/>`,
    `<summary>${xmlText(description)}</summary>`,
    '</entry>',
  ].join('\n')
}
