import type { APIRequestContext } from '@playwright/test'

export type ReadPage = {
  status: number
  url: string
  html: string
  title: string
  meta: Record<string, string | undefined>
  links: Record<string, string | undefined>
  /** JSON-LD. */
  data: unknown
  state: unknown
  stateText: string
}

/** Reads a page without a browser, as a crawler does. */
export async function readPage(request: APIRequestContext, path: string): Promise<ReadPage> {
  const response = await request.get(path)
  const html = await response.text()
  const head = html.slice(0, html.indexOf('</head>'))
  const stateText = textOf(html, /<script type="application\/json" id="page-state">/)
  const dataText = textOf(head, /<script[^>]* type="application\/ld\+json">/)
  return {
    status: response.status(),
    url: response.url(),
    html,
    title: decode(/<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ''),
    meta: attributes(head, 'meta', /^(?:name|property)$/, 'content'),
    links: attributes(head, 'link', /^rel$/, 'href'),
    data: dataText && JSON.parse(dataText),
    state: stateText && JSON.parse(stateText),
    stateText,
  }
}

/** The text of a page without markup and scripts. */
export function visibleText(html: string): string {
  const body = html.slice(html.indexOf('<body>')).replaceAll(/<script[\s\S]*?<\/script>/g, '')
  return decode(body.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(/<[^>]*>/g, ' '))
}

function textOf(html: string, opening: RegExp): string {
  const found = opening.exec(html)
  if (!found) return ''
  const start = found.index + found[0].length
  return html.slice(start, html.indexOf('</script>', start))
}

/** If a name is repeated, the first one counts. */
function attributes(head: string, tag: string, key: RegExp, value: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, inside = ''] of head.matchAll(new RegExp(`<${tag} ([^>]*)>`, 'g'))) {
    const pairs = [...inside.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', text = '']) => [name, text])
    const name = pairs.find(([attribute = '']) => key.test(attribute))?.[1]
    const text = pairs.find(([attribute]) => attribute === value)?.[1]
    if (name !== undefined && text !== undefined) found[name] ??= decode(text)
  }
  return found
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}
