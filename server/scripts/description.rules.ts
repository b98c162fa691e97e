import { Marked, type Token, type Tokens } from 'marked'

import { cutText } from '#contract/platform/cut-text.ts'
import type { DescriptionElement, DescriptionNode } from '#contract/platform/description.ts'
import { descriptionText } from '#contract/platform/description-text.ts'
import { scriptLimits } from '#contract/scripts/script-limits.ts'

/** Lists in lists. Deeper ones, which only an attack has, stay text. */
const depthMax = 8
const tooDeep = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){9}/

// Text that an author who knows no Markdown could have written stays text: HTML, images, tables, quotes, indented and
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

// A documentation is written as a README: everything but HTML. Tags are read one by one, so that the text between them stays.
const readme = new Marked({
  tokenizer: { html: none, blockquote: notTooDeep, list: notTooDeep },
})

/** marked is recursive: thousands of `>` in one line would exceed the stack. */
function notTooDeep(text: string): false | undefined {
  return tooDeep.test(text) ? undefined : false
}

/** Parses a safe part of Markdown: headings, lists, code, emphasis and links. */
export function parseDescription(text: string): DescriptionNode[] {
  return markdown.lexer(text).flatMap((token) => toNodes(token, { depth: 0 }))
}

/** Parses Markdown with tables, task lists, quotes and those images that are among `images`. */
export function parseDocumentation(text: string, images: readonly string[]): DescriptionNode[] {
  return readme.lexer(text).flatMap((token) => toNodes(token, { depth: 0, images }))
}

const formatting = /[#*_`[]|^\s*(?:[-+]|\d+[.)])\s/m

/** The text without its formatting, for feeds and cards. */
export function plainDescription(text: string): string {
  if (!formatting.test(text)) return text
  return descriptionText(parseDescription(text)).trim()
}

/** Lines that are a heading, also one that is bold instead. */
const headings = /^(?:\s*(?:#{1,6}[ \t].*|\*\*[^*\n]+\*\*:?|__[^_\n]+__:?)[ \t]*(?:\n|$))+/

/** As many sentences as are needed for a line. */
const firstSentences = /^.{30,}?[.!?](?=\s|$)/s

/** Without the single spaces between words: replacing each of them takes half of the time of a summary. */
const extraSpace = /\s{2,}|[^\S ]/g

/** The first sentence of a description, for a card. */
export function summaryOf(text: string): string {
  const [paragraph = ''] = (text.replace(headings, '').trim() || text.trim()).split(/\n\s*\n/, 1)
  const plain = plainDescription(paragraph).replaceAll(extraSpace, ' ')
  const start = cutText(plain, scriptLimits.summaryMax)
  return firstSentences.exec(start)?.[0] ?? start
}

/** `images` are the URLs that a documentation can show. A description has none. */
type Context = { depth: number; images?: readonly string[] }

function toNodes(token: Token, context: Context): DescriptionNode[] {
  const { depth, images } = context
  if (isSpace(token)) return images ? [] : extraBreaks(token.raw)
  if (depth > depthMax) return [token.raw]
  const children = () =>
    ('tokens' in token ? (token.tokens ?? []) : []).flatMap((each) => toNodes(each, context))
  if (isHeading(token)) return [{ tag: headingOf(token.depth), children: children() }]
  if (token.type === 'paragraph') return [{ tag: 'p', children: children() }]
  if (isList(token)) return [listOf(token, context)]
  if (isCode(token)) return [{ tag: 'pre', children: [{ tag: 'code', children: [token.text] }] }]
  if (isCodeSpan(token)) return [{ tag: 'code', children: [token.text] }]
  if (token.type === 'strong' || token.type === 'em') return [{ tag: token.type, children: children() }]
  if (isLink(token)) return linkOf(token, children(), images !== undefined)
  if (token.type === 'br') return [{ tag: 'br' }]
  if (isText(token)) {
    if ('tokens' in token && token.tokens) return children()
    // In a README a line break in a paragraph is a space.
    return [images ? token.text.replaceAll('\n', ' ') : token.text]
  }
  return images ? documentationNodes(token, { depth, images }) : [token.raw]
}

/** Nodes that only a documentation has. */
function documentationNodes(token: Token, { depth, images }: Required<Context>): DescriptionNode[] {
  const nested = (tokens: readonly Token[] = []) =>
    tokens.flatMap((each) => toNodes(each, { depth: depth + 1, images }))
  if (isImage(token)) return imageOf(token, images)
  if (isTable(token)) return [tableOf(token, nested)]
  if (token.type === 'hr') return [{ tag: 'hr' }]
  if (token.type === 'checkbox' || token.type === 'def') return []
  if (token.type === 'html' && knownTag.test(token.raw)) return isBreak.test(token.raw) ? [{ tag: 'br' }] : []
  if (token.type === 'blockquote' || token.type === 'del')
    return [{ tag: token.type, children: nested('tokens' in token ? token.tokens : []) }]
  return [token.raw]
}

/** Tags of READMEs, and comments. Others stay text: `<id>` is what a command takes. */
const knownTag =
  /^<(?:!--|\/?(?:a|b|blockquote|br|center|code|dd|details|div|dl|dt|em|font|h[1-6]|hr|i|iframe|img|kbd|li|ol|p|picture|pre|s|script|source|span|strong|style|sub|summary|sup|svg|table|tbody|td|th|thead|tr|u|ul|video)(?![\w-]))/i
const isBreak = /^<br\b/i

const isSpace = (token: Token): token is Tokens.Space => token.type === 'space'
const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
const isList = (token: Token): token is Tokens.List => token.type === 'list'
const isCode = (token: Token): token is Tokens.Code => token.type === 'code'
const isCodeSpan = (token: Token): token is Tokens.Codespan => token.type === 'codespan'
const isLink = (token: Token): token is Tokens.Link => token.type === 'link'
const isImage = (token: Token): token is Tokens.Image => token.type === 'image'
const isTable = (token: Token): token is Tokens.Table => token.type === 'table'
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

function listOf({ ordered, start, items }: Tokens.List, { depth, ...rest }: Context): DescriptionElement {
  const children = items.map((item): DescriptionElement => ({
    tag: 'li',
    ...(rest.images && item.task && { isDone: item.checked === true }),
    children: item.tokens.flatMap((each) => toNodes(each, { ...rest, depth: depth + 1 })),
  }))
  if (!ordered) return { tag: 'ul', children }
  return { tag: 'ol', ...(start !== '' && start !== 1 && { start }), children }
}

/** Links within a README lead nowhere here: a documentation shows their texts. */
function linkOf(
  { href, raw }: Tokens.Link,
  children: DescriptionNode[],
  isDocumentation: boolean,
): DescriptionNode[] {
  const url = URL.parse(href)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (isWeb && url.username === '' && url.password === '') return [{ tag: 'a', href: url.href, children }]
  return isDocumentation && children.length > 0 ? children : [raw]
}

/** `image-2` is the second one. An image of another site would tell it who reads the page. */
function imageOf({ href, text }: Tokens.Image, images: readonly string[]): DescriptionNode[] {
  const position = /^image-([1-9])$/.exec(href)?.[1]
  const src = position === undefined ? images.find((url) => url === href) : images[Number(position) - 1]
  if (src === undefined) return text === '' ? [] : [text]
  return [{ tag: 'img', src, alt: text }]
}

function tableOf(
  { header, rows }: Tokens.Table,
  nodesOf: (tokens: readonly Token[]) => DescriptionNode[],
): DescriptionElement {
  const rowOf =
    (tag: 'th' | 'td') =>
    (cells: readonly Tokens.TableCell[]): DescriptionElement => ({
      tag: 'tr',
      children: cells.map(({ tokens, align }) => ({
        tag,
        ...(align && { align }),
        children: nodesOf(tokens),
      })),
    })
  return {
    tag: 'table',
    children: [
      { tag: 'thead', children: [header].map(rowOf('th')) },
      { tag: 'tbody', children: rows.map(rowOf('td')) },
    ],
  }
}
