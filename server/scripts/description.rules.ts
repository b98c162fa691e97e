import { Marked, type Token, type Tokens } from 'marked'

import { descriptionText } from '#contract/description-text.ts'
import type { DescriptionElement, DescriptionNode } from '#contract/description.ts'

/** Lists in lists. Deeper ones, which only an attack has, stay text. */
const depthMax = 8

// What an author who knows no Markdown could have written stays text: HTML, images, tables, quotes, indented and
// underlined lines, lines of dashes and definitions of links. `undefined` leaves a text to the other rules.
const none = () => undefined
const markdown = new Marked({
  breaks: true,
  tokenizer: {
    blockquote: none,
    code: none,
    def: none,
    del: none,
    hr: none,
    html: none,
    lheading: none,
    table: none,
    tag: none,
  },
})

/** Parses a safe part of Markdown: headings, lists, code, emphasis and links. */
export function parseDescription(text: string): DescriptionNode[] {
  return markdown.lexer(text).flatMap((token) => toNodes(token, 0))
}

const formatting = /[#*_`[]|^\s*(?:[-+]|\d+[.)])\s/m

/** The text without its formatting, for feeds and cards. */
export function plainDescription(text: string): string {
  if (!formatting.test(text)) return text
  return descriptionText(parseDescription(text)).trim()
}

function toNodes(token: Token, depth: number): DescriptionNode[] {
  if (isSpace(token)) return extraBreaks(token.raw)
  if (depth > depthMax) return [token.raw]
  const children = () =>
    ('tokens' in token ? (token.tokens ?? []) : []).flatMap((each) => toNodes(each, depth))
  if (isHeading(token)) return [{ tag: headingOf(token.depth), children: children() }]
  if (token.type === 'paragraph') return [{ tag: 'p', children: children() }]
  if (isList(token)) return [listOf(token, depth)]
  if (isCode(token)) return [{ tag: 'pre', children: [{ tag: 'code', children: [token.text] }] }]
  if (isCodeSpan(token)) return [{ tag: 'code', children: [token.text] }]
  if (token.type === 'strong' || token.type === 'em') return [{ tag: token.type, children: children() }]
  if (isLink(token)) return linkOf(token, children())
  if (token.type === 'br') return [{ tag: 'br' }]
  if (isText(token)) return 'tokens' in token && token.tokens ? children() : [token.text]
  return [token.raw]
}

const isSpace = (token: Token): token is Tokens.Space => token.type === 'space'
const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
const isList = (token: Token): token is Tokens.List => token.type === 'list'
const isCode = (token: Token): token is Tokens.Code => token.type === 'code'
const isCodeSpan = (token: Token): token is Tokens.Codespan => token.type === 'codespan'
const isLink = (token: Token): token is Tokens.Link => token.type === 'link'
const isText = (token: Token): token is Tokens.Text | Tokens.Escape =>
  token.type === 'text' || token.type === 'escape'

/** One empty line separates paragraphs; each further one stays visible. */
function extraBreaks(raw: string): DescriptionElement[] {
  return Array.from({ length: Math.max(0, raw.split('\n').length - 3) }, () => ({ tag: 'br' }))
}

/** The page has the levels 1 and 2 itself. */
function headingOf(level: number): 'h3' | 'h4' | 'h5' {
  if (level === 1) return 'h3'
  return level === 2 ? 'h4' : 'h5'
}

function listOf({ ordered, start, items }: Tokens.List, depth: number): DescriptionElement {
  const children = items.map((item): DescriptionElement => ({
    tag: 'li',
    children: item.tokens.flatMap((each) => toNodes(each, depth + 1)),
  }))
  if (!ordered) return { tag: 'ul', children }
  return { tag: 'ol', ...(start !== '' && start !== 1 && { start }), children }
}

function linkOf({ href, raw }: Tokens.Link, children: DescriptionNode[]): DescriptionNode[] {
  const url = URL.parse(href)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb && url.username === '' && url.password === ''
    ? [{ tag: 'a', href: url.href, children }]
    : [raw]
}
