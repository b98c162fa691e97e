import { licenseName } from '#contract/scripts/licenses.ts'

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

/** Absolute URLs, as feeds and sitemaps need them. */
export function scriptUrl(publicUrl: string, id: number): string {
  return `${publicUrl}/scripts/${id}`
}

/** The page of one version. */
export function versionUrl(publicUrl: string, scriptId: number, versionId: number): string {
  return `${publicUrl}/scripts/${scriptId}/install?v=${versionId}`
}

export function collectionUrl(publicUrl: string, id: number): string {
  return `${publicUrl}/collections/${id}`
}

export function categoryUrl(publicUrl: string, name: string): string {
  return `${publicUrl}/scripts?${new URLSearchParams({ category: name }).toString()}`
}

export function authorUrl(publicUrl: string, username: string): string {
  return `${publicUrl}/user/${encodeURIComponent(username)}`
}

export function feedUrl(publicUrl: string, kind: 'category' | 'author', name: string): string {
  return `${publicUrl}/feed/${kind}/${encodeURIComponent(name)}.xml`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/**
 * Escapes a user's text for an element or an attribute. XML forbids control characters, also as entities. Marks that
 * change the text direction are removed, because they would affect the text around them.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\t\n])\p{Cc}|[\ufffe\uffff]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** As one line, for titles. */
export function xmlLine(text: string): string {
  return xmlText(text).replaceAll(/\s+/g, ' ').trim()
}
