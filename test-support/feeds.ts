/** An XML element; entities in its text are resolved. */
export type XmlElement = {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

const nameForm = String.raw`[A-Za-z_][\w.-]*`
const token = new RegExp(
  String.raw`<\?xml version="1\.0" encoding="utf-8"\?>|</(?<end>${nameForm})\s*>|<(?<start>${nameForm})(?<attributes>(?:\s+${nameForm}="[^"<]*")*)\s*(?<empty>/?)>|(?<text>[^<]+)`,
  'uy',
)
const forbidden = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/u

/** Parses an XML document; throws if it is not well-formed. */
export function parseXml(document: string): XmlElement {
  const bad = forbidden.exec(document)
  if (bad) throw new Error(`Forbidden character at ${bad.index}`)
  if (!document.startsWith('<?xml ')) throw new Error('The XML declaration is missing')
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  token.lastIndex = 0
  while (token.lastIndex < document.length) {
    const at = token.lastIndex
    const found = token.exec(document)
    if (!found) throw new Error(`Not well-formed at ${at}: ${document.slice(at, at + 60)}`)
    if (found[0].startsWith('<?') && at > 0) throw new Error('The XML declaration must come first')
    readToken(found.groups ?? {}, open)
  }
  const [root, ...more] = top.children
  if (!root || more.length > 0 || open.length > 1 || top.text.trim() !== '')
    throw new Error('A document must be one closed element')
  return root
}

function readToken(found: Record<string, string | undefined>, open: XmlElement[]): void {
  const current = open.at(-1)
  if (!current) throw new Error('There is no open element')
  if (found.text !== undefined) {
    if (found.text.includes(']]>')) throw new Error(']]> is not allowed in text')
    current.text += resolve(found.text)
  }
  if (found.start !== undefined) {
    const element = {
      name: found.start,
      attributes: attributesOf(found.attributes ?? ''),
      children: [],
      text: '',
    }
    current.children.push(element)
    if (!found.empty) open.push(element)
  }
  if (found.end !== undefined && open.pop()?.name !== found.end)
    throw new Error(`${found.end} is closed but not open`)
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(new RegExp(`(${nameForm})="([^"]*)"`, 'gu'))]
  const attributes = Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, resolve(value)]))
  if (Object.keys(attributes).length !== pairs.length) throw new Error(`Duplicate attribute:${text}`)
  return attributes
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function resolve(text: string): string {
  return text.replaceAll(/&([^;&]*;?)/g, (whole, name: string) => {
    const resolved = name.endsWith(';') ? entities[name.slice(0, -1)] : undefined
    if (resolved === undefined) throw new Error(`${whole} is not an entity`)
    return resolved
  })
}

/** The direct children of this name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

export function textOf(element: XmlElement | undefined, name: string): string | undefined {
  return element?.children.find((child) => child.name === name)?.text
}
