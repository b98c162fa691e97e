import { cutText } from '#analysis/cut-text.ts'
import type { Event } from '#analysis/flow/events.ts'
import { fieldOf, valuesWithin } from '#analysis/flow/heap.ts'
import { fileHosts, isLibraryUrl, libraryHosts, lookupHosts } from '#analysis/knowledge/hosts.ts'
import { ownIp } from '#analysis/knowledge/names.ts'
import { has, nothing, origin, startOf, textOf, textsOf, type Value } from '#analysis/flow/value.ts'

/** A URL of another host; those of the game and of the own machine are none. */
export function isRemote(url: string): boolean {
  const match = /^(?:https?:)?\/\/([^/:?#]*)/i.exec(url)
  return match?.[1] !== undefined && !/^(localhost|127\.0\.0\.1|cfx-nui-.*|)$/i.test(match[1])
}

// A name and a password may precede the host: `https://i.imgur.com@a.example`.
const url = /(?:\b(?:https?|wss?):|^)\/\/(?:[^\s/'"`<>\\?#]{0,200}@)?([^\s/'"`<>\\?#:@%{}()[\],;|]{1,253})/gi
export function hostsOf(text: string): string[] {
  if (!text.includes('//')) return []
  return Array.from(cutText(text, 100_000).matchAll(url), ({ 1: host = '' }) => host.toLowerCase())
}
export const ip = /^\d{1,3}(\.\d{1,3}){3}$/
export const webhookUrl = /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{4,}/i
const builtWebhook = /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/$/i

/** All URLs of other hosts that it may be are those of libraries. */
export function isOfLibraries(value: Value): boolean {
  const isPrefixKnown = hostsOf(/^.*\/\/[^/]+\//.exec(value.prefix ?? '')?.[0] ?? '').some((host) =>
    libraryHosts.has(host),
  )
  return (
    textsOf(value).every((text) => !isRemote(text) || isLibraryUrl(text)) &&
    (isPrefixKnown || !has(value, origin.unknown))
  )
}

/** The host of an address whose first label is computed, such as `.a.example/p.gif`. */
const hostOfSuffix = (suffix = ''): string[] =>
  /^(?:\.[\w-]+){2,}(?=[/:?]|$)/.exec(suffix)?.map((host) => host.slice(1).toLowerCase()) ?? []

/** The hosts that an argument names, also as an option. */
export function hostsIn(value: Value): string[] {
  const options = value.objects
    ? ['url', 'baseURL', 'host', 'hostname'].flatMap((name) => fieldOf(value, name) ?? [])
    : []
  return [
    ...(value.refs?.includes('#own-page') ? ['own-page'] : []),
    ...[...textsOf(value), value.prefix ?? ''].flatMap(hostsOf),
    ...(/^https?:\/\/$/.test(value.prefix ?? '') ? hostOfSuffix(value.suffix) : []),
    ...options.flatMap((option) => {
      const text = startOf(option)
      return /^[\w-]+(\.[\w-]+)+$/.test(text) ? [text.toLowerCase()] : hostsOf(text)
    }),
  ]
}

export const isPageCode = ({ file: { side, language } }: Event): boolean =>
  side === 'page' || (side === 'none' && language === 'javascript')

/** The host of a resource: its callbacks, as a page calls them, and its files. */
export function isResource(host: string, event: Event): boolean {
  return (
    host === 'own-page' ||
    host.startsWith('cfx-nui-') ||
    (isPageCode(event) && !host.includes('.') && host !== 'localhost')
  )
}

/** The host that the code names, unless it is the own machine, a page of a resource or one that is asked for data. */
export function hostSentTo(value: Value): string | undefined {
  const path = textOf(fieldOf(value, 'path') ?? { origins: 0 }) ?? ''
  const isWebhook =
    [value, fieldOf(value, 'url') ?? nothing].some((one) =>
      textsOf(one).some((text) => webhookUrl.test(text)),
    ) ||
    builtWebhook.test(value.prefix ?? '') ||
    path.startsWith('/api/webhooks/')
  return hostsIn(value).find(
    (host) =>
      host.includes('.') &&
      !ownIp.test(host) &&
      !host.startsWith('cfx-nui-') &&
      !fileHosts.has(host) &&
      (isWebhook || !lookupHosts.test(host)),
  )
}

/** What a query returned, as a whole. */
export const holdsRows = (value: Value): boolean => holds(value, '#rows')
/** Rows of a whole table of players. */
export const holdsPlayerTable = (value: Value): boolean => holds(value, '#player-rows')
/** A picture of what a player sees. */
export const holdsPicture = (value: Value): boolean => holds(value, '#picture')

function holds(value: Value, ref: string): boolean {
  for (const { refs } of valuesWithin(value, 4)) if (refs?.includes(ref)) return true
  return false
}

export const httpCall =
  /^(PerformHttp|fetch$|navigator\.sendBeacon$|XMLHttp|WebSocket|axios|\$|socket\.http)|^module:(https?|http2|ws|axios|got|undici|node-fetch|superagent|request|needle|dns)(\.|$)/

/** Whether a call of HTTP leaves the game: pages call their own resource, and ask for files beside them. */
export const isForeignCall = (event: Event): boolean => foreignHosts(event) !== undefined

/** The hosts that such a call names. */
export function foreignHosts(event: Event): string[] | undefined {
  const hosts = event.values.flatMap(hostsIn)
  const others = hosts.filter((host) => !isResource(host, event))
  if (hosts.length > 0) return others.length > 0 ? others : undefined
  const [first = { origins: 0 }] = event.values
  const start = startOf(fieldOf(first, 'url') ?? first)
  const isBeside = isPageCode(event) && start !== '' && !/^(https?|wss?)?(:|$)|^\/\//i.test(start)
  return isBeside ? undefined : []
}
