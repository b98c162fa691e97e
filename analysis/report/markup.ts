export interface MaskedPage {
  text: string
  scripts: PageScript[]
}

interface PageScript {
  from: number
  to: number
  isModule: boolean
  /** A block of data, such as a template, that may be code as well. */
  isData?: boolean
}

/** The scripts of a page and its event handlers. Everything else becomes spaces, so that places stay where they are. */
export function maskMarkup(text: string): MaskedPage {
  const scripts: PageScript[] = []
  let masked = ''
  let at = 0
  for (const { 0: open, 1: attributes, index } of text.matchAll(scriptStart)) {
    if (index < at) continue
    // A comment, which may contain elements.
    if (attributes === undefined) {
      const end = text.indexOf('-->', index + 2)
      masked += handlers(text.slice(at, index), at, scripts)
      at = end < 0 ? text.length : end + 3
      masked += blank(text.slice(index, at))
      continue
    }
    const from = index + open.length
    scriptEnd.lastIndex = from
    const end = scriptEnd.exec(text)?.index
    const to = end ?? text.length
    masked += handlers(text.slice(at, from), at, scripts) + text.slice(from, to)
    const type = scriptType.exec(attributes)?.[1]?.toLowerCase() ?? ''
    if (from < to) scripts.push({ from, to, isModule: type === 'module', isData: !isScript.test(type) })
    at = to
    if (end !== undefined) {
      masked += ';'
      at++
    }
  }
  return { text: masked + handlers(text.slice(at), at, scripts), scripts }
}

const scriptStart = /<!--|<script(?=[\s/>])((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi
const scriptEnd = /<\/script(?=[\s/>])/gi
const scriptType = /\stype\s*=\s*["']?([^\s"'>]*)/i
const isScript = /^(|module|(text|application)\/(x-)?(java|ecma|j|live)script[\d.]*|text\/(babel|jsx))$/
const handler = /\son[a-z]{3,30}\s{0,9}=\s{0,9}(?:"([^"]{1,9999})"|'([^']{1,9999})')/gi

/** The values of attributes such as `onload="…"`, in their places. */
function handlers(text: string, base: number, scripts: PageScript[]): string {
  let masked = ''
  let at = 0
  for (const match of text.matchAll(handler)) {
    const code = match[1] ?? match[2] ?? ''
    const end = match.index + match[0].length
    const from = end - code.length - 1
    masked += `${blank(text.slice(at, from - 1))};${decodeEntities(code)};`
    scripts.push({ from: base + from, to: base + end - 1, isModule: false })
    at = end
  }
  return masked + blank(text.slice(at))
}

const entities = new Map([
  ['&amp;', '&'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&#39;', "'"],
  ['&lt;', '<'],
  ['&gt;', '>'],
])

/** As long as before. */
function decodeEntities(code: string): string {
  return code
    .replaceAll(/&(?:amp|quot|apos|#39|lt|gt);/g, (entity) => entities.get(entity) ?? entity)
    .padEnd(code.length)
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ')
}
