/** An element as a strict reader of XML understands it: text with its entities resolved. */
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

/** Reads an XML document, or throws at the first thing that no XML document may have. */
export function parseXml(document: string): XmlElement {
  const bad = forbidden.exec(document)
  if (bad) throw new Error(`A character that XML forbids stands at ${bad.index}`)
  if (!document.startsWith('<?xml ')) throw new Error('The document does not say that it is XML')
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  token.lastIndex = 0
  while (token.lastIndex < document.length) {
    const at = token.lastIndex
    const found = token.exec(document)
    if (!found) throw new Error(`What stands at ${at} is no XML: ${document.slice(at, at + 60)}`)
    if (found[0].startsWith('<?') && at > 0)
      throw new Error('The declaration of XML comes first or not at all')
    readToken(found.groups ?? {}, open)
  }
  const [root, ...more] = top.children
  if (!root || more.length > 0 || open.length > 1 || top.text.trim() !== '')
    throw new Error('A document is one element, closed, with nothing beside it')
  return root
}

function readToken(found: Record<string, string | undefined>, open: XmlElement[]): void {
  const current = open.at(-1)
  if (!current) throw new Error('Everything is closed already')
  if (found.text !== undefined) {
    if (found.text.includes(']]>')) throw new Error(']]> has no place in text')
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
    throw new Error(`${found.end} is closed where it is not open`)
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(new RegExp(`(${nameForm})="([^"]*)"`, 'gu'))]
  const attributes = Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, resolve(value)]))
  if (Object.keys(attributes).length !== pairs.length) throw new Error(`An attribute is given twice:${text}`)
  return attributes
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function resolve(text: string): string {
  return text.replaceAll(/&([^;&]*;?)/g, (whole, name: string) => {
    const resolved = name.endsWith(';') ? entities[name.slice(0, -1)] : undefined
    if (resolved === undefined) throw new Error(`${whole} is no entity`)
    return resolved
  })
}

/** The elements of that name right below. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

export function textOf(element: XmlElement | undefined, name: string): string | undefined {
  return element?.children.find((child) => child.name === name)?.text
}
