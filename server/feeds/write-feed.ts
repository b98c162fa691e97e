import { plainDescription } from '#server/scripts/scripts.public.ts'

import { authorUrl, scriptUrl } from './urls.rules.ts'
import type { FeedScript } from './feeds.queries.ts'
import { xmlLine, xmlText } from './xml.rules.ts'

export type Feed = {
  title: string
  url: string
  /** The page with the same content. */
  pageUrl: string
  /** The update time of a feed without scripts. */
  emptyUpdatedAt: Date
  scripts: readonly FeedScript[]
}

/** An Atom document (RFC 4287). */
export function writeFeed(publicUrl: string, feed: Feed): string {
  const updatedAts = feed.scripts.map(({ updatedAt }) => updatedAt.getTime())
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
    ...feed.scripts.map((script) => writeEntry(publicUrl, script)),
    '</feed>\n',
  ].join('\n')
}

function writeEntry(publicUrl: string, script: FeedScript): string {
  const { id, name, description, category, author, createdAt, updatedAt } = script
  const url = scriptUrl(publicUrl, id)
  return [
    '<entry>',
    `<title>${xmlLine(name)}</title>`,
    `<id>${url}</id>`,
    `<link rel="alternate" type="text/html" href="${url}"/>`,
    `<published>${createdAt.toISOString()}</published>`,
    `<updated>${updatedAt.toISOString()}</updated>`,
    `<author><name>${xmlLine(author)}</name><uri>${xmlText(authorUrl(publicUrl, author))}</uri></author>`,
    `<category term="${xmlLine(category)}"/>`,
    `<summary>${xmlText(plainDescription(description))}</summary>`,
    '</entry>',
  ].join('\n')
}
