import type { Event } from '#analysis/flow/events.ts'
import { textOf, textsOf, type Value } from '#analysis/flow/value.ts'
import { propertyOf } from './code.ts'
import { isLibraryUrl } from '#analysis/knowledge/hosts.ts'
import { hostsOf, isRemote } from './hosts.ts'

/** Markup that an event adds to a page. */
export function markupOf(event: Event): Value | undefined {
  if (event.file.language !== 'javascript') return undefined
  if (event.kind === 'adds-markup') {
    const value = event.named.markup
    return value && (textOf(value) ?? value.prefix ?? '').includes('<') ? value : undefined
  }
  if (event.kind !== 'sets-property' && event.kind !== 'sets-attribute') return undefined
  const [name, value] = propertyOf(event)
  return /^(innerHTML|outerHTML|srcdoc)$/.test(name) ? value : undefined
}

export type MarkupSource = {
  kind: 'script' | 'frame'
  url: string
  host: string
  isLibrary: boolean
  at: number
}
const element = /<(script|iframe|object|embed)\b([^>]{1,2000})/gi
const source = /\s(?:src|data)\s{0,9}=\s{0,9}["']?((?:https?:)?\/\/[^\s"'>]{1,500})/i

/** Scripts and frames of other hosts that the markup names. */
export function sourcesIn(text: string): MarkupSource[] {
  const sources: MarkupSource[] = []
  for (const { 1: name = '', 2: attributes = '', index } of text.matchAll(element)) {
    const url = source.exec(attributes)?.[1]
    if (url === undefined || !isRemote(url)) continue
    const [host = ''] = hostsOf(url)
    sources.push({
      kind: name.toLowerCase() === 'script' ? 'script' : 'frame',
      url,
      host,
      isLibrary: isLibraryUrl(url),
      at: index,
    })
    if (sources.length >= 50) break
  }
  return sources
}

export function markupSources(event: Event): MarkupSource[] {
  const markup = markupOf(event)
  return markup ? [...textsOf(markup), markup.suffix ?? ''].flatMap(sourcesIn) : []
}
