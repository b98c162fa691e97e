import { isRemote } from '#contract/manifest/read-resource.ts'

/** The scripts of a page and its event handlers. Everything else becomes spaces, so that places stay where they are. */
export function maskMarkup(text: string): string {
  const lower = text.toLowerCase()
  let masked = ''
  let at = 0
  while (at < text.length) {
    const open = lower.indexOf('<script', at)
    const start = open < 0 ? -1 : text.indexOf('>', open)
    if (start < 0) break
    const found = lower.indexOf('</script', start)
    const end = found < 0 ? text.length : found
    masked += handlers(text.slice(at, start + 1)) + text.slice(start + 1, end)
    at = end
    if (found >= 0) {
      masked += ';'
      at++
    }
  }
  return masked + handlers(text.slice(at))
}

const handler = /\son[a-z]{3,30}\s{0,9}=\s{0,9}(?:"([^"]{1,9999})"|'([^']{1,9999})')/gi

/** The values of attributes such as `onload="…"`, in their places. */
function handlers(text: string): string {
  let masked = ''
  let at = 0
  for (const match of text.matchAll(handler)) {
    const code = match[1] ?? match[2] ?? ''
    const end = match.index + match[0].length
    masked += `${blank(text.slice(at, end - code.length - 2))};${code};`
    at = end
  }
  return masked + blank(text.slice(at))
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ')
}

export interface RemoteSource {
  kind: 'script' | 'iframe'
  url: string
  at: number
}

const element = /<(script|iframe|object|embed)\b([^>]{1,2000})/gi
const source = /\s(?:src|data)\s{0,9}=\s{0,9}["']?((?:https?:)?\/\/[^\s"'>]{1,500})/i

/** Scripts and frames of other hosts that the markup names. */
export function remoteSources(text: string): RemoteSource[] {
  const sources: RemoteSource[] = []
  for (const { 1: name = '', 2: attributes = '', index } of text.matchAll(element)) {
    const url = source.exec(attributes)?.[1]
    if (url === undefined || !isRemote(url)) continue
    sources.push({ kind: name.toLowerCase() === 'script' ? 'script' : 'iframe', url, at: index })
    if (sources.length >= 50) break
  }
  return sources
}
