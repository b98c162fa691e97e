import { defaultTreeAdapter, html, parse, type DefaultTreeAdapterMap, type TreeAdapter } from 'parse5'

type Adapter = TreeAdapter<DefaultTreeAdapterMap>
type Element = DefaultTreeAdapterMap['element']
type Comment = DefaultTreeAdapterMap['commentNode']
type Parent = DefaultTreeAdapterMap['parentNode']

/** Code of a page. Where it has character references, its text is shorter than its place. */
export type HtmlScript = {
  kind: 'script' | 'module' | 'handler' | 'url' | 'data'
  text: string
  start: number
  /** Part of a block of data, such as a template. */
  isData: boolean
}
type Comments = { startOffset: number; endOffset: number }[]
export type HtmlScripts = {
  scripts: HtmlScript[]
  /** The comments of the page itself, which show nothing. */
  comments: Comments
  /** Why the page was not read to its end. */
  problem: string | undefined
}

/** Browsers put no element deeper than 512; further limits keep the time in proportion to the text. */
export const htmlLimits = { levels: 512, nodes: 200_000, pages: 50, pageLevels: 5 } as const

/**
 * The scripts of a page as the HTML standard reads it: script elements, event attributes, `javascript:` and `data:` URLs,
 * `srcdoc`, SVG, and templates in data blocks.
 */
export function htmlScripts(page: string): HtmlScripts {
  const scripts: HtmlScript[] = []
  const comments: Comments = []
  let problem: string | undefined
  let pages = 0
  let nodes = 0
  readPage(page, { base: 0, level: 0, isData: false })
  return { scripts: scripts.sort((a, b) => a.start - b.start), comments, problem }

  function readPage(text: string, within: Within): void {
    if (++pages > htmlLimits.pages || within.level > htmlLimits.pageLevels) {
      problem ??= 'the page contains too many other pages'
      return
    }
    try {
      const document = parse(text, { sourceCodeLocationInfo: true, treeAdapter: createAdapter() })
      for (const node of nodesIn(document))
        if (defaultTreeAdapter.isElementNode(node)) readElement(node, text, within)
        else if (within.level === 0 && node.sourceCodeLocation) comments.push(node.sourceCodeLocation)
    } catch (error) {
      if (!(error instanceof PageLimit)) throw error
      problem ??= error.message
    }
  }

  function add(script: HtmlScript): void {
    if (script.text.trim() !== '') scripts.push(script)
  }

  function createAdapter(): Adapter {
    let levels = 0
    return {
      ...defaultTreeAdapter,
      createElement(name, namespace, attributes) {
        if (++nodes > htmlLimits.nodes) throw new PageLimit('the page has too many elements')
        return defaultTreeAdapter.createElement(name, namespace, attributes)
      },
      onItemPush() {
        if (++levels > htmlLimits.levels) throw new PageLimit('the elements are nested too deeply')
      },
      onItemPop() {
        levels--
      },
    }
  }

  function readElement(element: Element, text: string, { base, level, isData }: Within): void {
    const { sourceCodeLocation: place, tagName } = element
    const attributes = new Map(element.attrs.map(({ name, value }) => [name, value]))
    for (const { name, prefix, value } of element.attrs) {
      const key = prefix === undefined || prefix === '' ? name : `${prefix}:${name}`
      const { startOffset, endOffset } = place?.attrs?.[key.toLowerCase()] ??
        lateAttribute(text, tagName, key) ?? { startOffset: 0, endOffset: 0 }
      const head = /^\s*=\s*["']?/.exec(text.slice(startOffset + key.length, endOffset))?.[0]
      const start = base + (head === undefined ? startOffset : startOffset + key.length + head.length)
      readAttribute(tagName, name, value, { base: start, level, isData })
    }
    if (tagName !== 'script' || !place) return
    const start = place.startTag?.endOffset ?? place.endOffset
    const end = place.endTag?.startOffset ?? element.childNodes.at(-1)?.sourceCodeLocation?.endOffset ?? start
    // Only SVG has markup and character references within scripts.
    const code = element.namespaceURI === html.NS.HTML ? text.slice(start, end) : textIn(element)
    const kind = kindOf(attributes)
    add({ kind, text: code, start: base + start, isData })
    if (kind === 'data' && /html|template/i.test(attributes.get('type') ?? ''))
      readPage(text.slice(start, end), { base: base + start, level: level + 1, isData: true })
  }

  function readAttribute(tagName: string, name: string, value: string, within: Within): void {
    const { base: start, isData } = within
    const inner = { ...within, level: within.level + 1 }
    if (name.startsWith('on')) return add({ kind: 'handler', text: value, start, isData })
    if (name === 'srcdoc') return readPage(value, inner)
    // What a URL loses before it is read.
    const url = value.replaceAll(/[\t\n\r]|^[\0- ]+/g, '')
    if (/^javascript:/i.test(url)) {
      const text = percentDecoded(url.slice('javascript:'.length))
      return add({ kind: 'url', text, start: start + value.indexOf(':') + 1, isData })
    }
    const data = readDataUrl(url)
    if (!data) return
    const { type, text: decoded } = data
    if (tagName === 'script' && (name === 'src' || name === 'href'))
      add({ kind: 'script', text: decoded, start, isData })
    else if (pageElements.has(tagName) && /html|xml|svg/i.test(type)) readPage(decoded, inner)
  }
}

/** A page within another one starts at `base`. */
type Within = { base: number; level: number; isData: boolean }

/** The blocks of a component of Vue or Svelte, whose templates are no HTML: `<textarea />` has an end. */
export function componentScripts(text: string): HtmlScripts {
  const blocks = text.matchAll(/<script\b(?:"[^"]*"|'[^']*'|[^>"'])*>(.*?)<\/script\b/gis)
  const scripts = Array.from(blocks, ({ 0: block, 1: code = '', index }): HtmlScript => {
    const start = index + block.lastIndexOf(code)
    return { kind: 'module', text: code, start, isData: false }
  })
  return { scripts, comments: [], problem: undefined }
}

class PageLimit extends Error {}

const pageElements: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed', 'a', 'area', 'form'])

/** A `<body>` within the body adds its attributes to the first one, which has no place for them. */
function lateAttribute(text: string, tagName: string, name: string) {
  if ((tagName !== 'body' && tagName !== 'html') || !/^[a-z]+$/i.test(name)) return undefined
  const tag = new RegExp(`<${tagName}(?=[\\s/])[^>]{0,5000}?[\\s/](?=${name}[\\s=])`, 'i').exec(text)
  const startOffset = tag && tag.index + tag[0].length
  return startOffset === null ? undefined : { startOffset, endOffset: startOffset + name.length + 50 }
}

/** All elements and comments in order, also those of templates. */
function* nodesIn(root: Parent): Generator<Element | Comment> {
  const open: (Parent | Comment)[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    if (defaultTreeAdapter.isElementNode(node) || defaultTreeAdapter.isCommentNode(node)) yield node
    if (!('childNodes' in node)) continue
    const children = [...node.childNodes, ...('content' in node ? node.content.childNodes : [])]
    for (const child of children.toReversed())
      if (defaultTreeAdapter.isElementNode(child) || defaultTreeAdapter.isCommentNode(child)) open.push(child)
  }
}

function textIn(element: Element): string {
  return element.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
}

const javascriptType =
  /^(|(text|application)\/(x-)?(java|ecma)script|text\/(jscript|livescript|javascript1\.[0-5]))$/

function kindOf(attributes: Map<string, string>): HtmlScript['kind'] {
  const language = attributes.get('language')
  const type = attributes.get('type') ?? (language ? `text/${language}` : '')
  const essence = type.trim().toLowerCase()
  if (essence === 'module') return attributes.has('src') ? 'data' : 'module'
  // The text of an element with a `src` is not run.
  return javascriptType.test(essence) && !attributes.has('src') ? 'script' : 'data'
}

/** What a `data:` URL contains. */
export function readDataUrl(url: string): { type: string; text: string } | undefined {
  const [, type = '', encoding, content = ''] = /^data:([^,;]*)[^,]*?(;base64)?,(.*)$/is.exec(url) ?? []
  if (content === '') return undefined
  return { type, text: encoding === undefined ? percentDecoded(content) : decodeBase64(content) }
}

function percentDecoded(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (run) =>
    new TextDecoder().decode(Uint8Array.from(run.slice(1).split('%'), (byte) => Number.parseInt(byte, 16))),
  )
}

function decodeBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(percentDecoded(text)), (byte) => byte.charCodeAt(0)))
  } catch {
    return ''
  }
}
