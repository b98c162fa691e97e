import { isPageCode, type Place, type Sight } from '#server/archives/scan/sight.ts'
import {
  constantOf,
  deepBitsOf,
  from,
  nothing,
  valuesWithin,
  type Value,
} from '#server/archives/scan/values.ts'

/** The file calls another host. The URL is the first text among the arguments that looks like one. */
export function noteHttp(args: readonly Value[], place: Place, sight: Sight): void {
  const hosts = args.flatMap(hostsIn)
  const isOwn = hosts.length === 0 ? isRelative(args, sight) : hosts.every((host) => isResource(host, sight))
  if (isOwn) return
  sight.callsOut = true
  if (hosts.length === 0) sight.fact('calls-out', place, 'URL computed')
  for (const host of hosts) if (!isResource(host, sight)) sight.fact('calls-out', place, host)
  noteUrls(args, sight)
  sight.host ??= args.map(hostSentTo).find((host) => host !== undefined)
  const built = args.find(({ text = '', bits }) => (bits & from.built) !== 0 && webhook.test(text))
  if (built) sight.report('webhook', 'medium', place, 'put together of parts')
}

/** The host of a resource: its callbacks, as a page calls them, and its files. */
function isResource(host: string, sight: Sight): boolean {
  if (host === ownPage || host.startsWith('cfx-nui-')) return true
  return isPageCode(sight) && !host.includes('.') && host !== 'localhost'
}

/** A page asks for a file beside it. */
function isRelative([first = nothing]: readonly Value[], sight: Sight): boolean {
  const url = first.table?.fields.get('url') ?? first
  const start = constantOf(url) ?? url.head ?? ''
  return isPageCode(sight) && start !== '' && !/^(https?|wss?)?(:|$)|^\/\//i.test(start)
}

const urlsMax = 20

/** What reports of downloaded code name. */
function noteUrls(args: readonly Value[], { connections: { urls } }: Sight): void {
  for (const value of args) {
    const [text] = /https?:\/\/[^\s'"`<>]+/i.exec(constantOf(value) ?? value.head ?? '') ?? []
    if (text !== undefined && urls.size < urlsMax) urls.add(text)
  }
}

export function hostsIn(value: Value): string[] {
  const { table } = value
  const options = ['url', 'baseURL', 'host', 'hostname'].flatMap((name) => table?.fields.get(name) ?? [])
  return [value, ...options].flatMap((one) => {
    const text = constantOf(one) ?? one.head ?? ''
    return one !== value && /^[\w-]+(\.[\w-]+)+$/.test(text) ? [text.toLowerCase()] : hostsOf(text)
  })
}

/** Hosts that are asked about an identifier or an IP. */
const lookups =
  /(^|\.)(discord(app)?\.com|steam(powered|community)\.com|cfx\.re|fivem\.net|ip-?api\.com|tebex\.io|googleapis\.com|openai\.com|ipapi\.co|ipinfo\.io|iphub\.info|proxycheck\.io|vpnapi\.io|getipintel\.net|ipqualityscore\.com)$/

/** The host that the code names, unless it is the own machine, a page of a resource or one that is asked for data. */
function hostSentTo(value: Value): string | undefined {
  const path = value.table?.fields.get('path')?.text ?? ''
  const isWebhook =
    webhook.test(value.text ?? '') || builtWebhook.test(value.head ?? '') || path.startsWith('/api/webhooks/')
  return hostsIn(value).find(
    (host) =>
      host.includes('.') &&
      !ownIp.test(host) &&
      !host.startsWith('cfx-nui-') &&
      (isWebhook || !lookups.test(host)),
  )
}

/** What a call of HTTP returns: it may have more to send. */
export const sentRequest = '#request'

/** What is sent to another host. */
export function checkSent(
  args: readonly Value[],
  place: Place,
  sight: Sight,
  host = args.map(hostSentTo).find((one) => one !== undefined),
): void {
  if (args.some((value) => (deepBitsOf(value) & from.secret) !== 0)) {
    sight.report('secret-and-http', 'high', place, 'the secret is sent')
    // That it was read is no second finding.
    sight.readsSecrets = undefined
  } else if (
    host !== undefined &&
    args.some((value) => (deepBitsOf(value) & (from.private | from.identity)) !== 0 || holdsRows(value))
  )
    sight.report('sends-data', 'medium', place, host)
  else if (
    args.some(({ head = '', bits }) => (bits & from.unknown) !== 0 && /^(https?:\/\/|https?)$/.test(head)) &&
    args.some((value) => (deepBitsOf(value) & from.private) !== 0)
  )
    sight.report('sends-data', 'medium', place, 'a host whose name is made of parts')
  else if (
    args.some((value) => hostsIn(value).includes(ownPage)) &&
    args.some((value) => (deepBitsOf(value) & from.http) !== 0)
  )
    sight.report('remote-switch', 'medium', place, 'what another host sends is passed to the game')
  else if (sight.side === 'page') checkPageRequest(args, place, sight, host)
}

function checkPageRequest(
  args: readonly Value[],
  place: Place,
  sight: Sight,
  host: string | undefined,
): void {
  const [url = nothing, options] = args
  const start = url.text ?? url.head ?? ''
  if (/^https:\/\/([\w-]*$|[\w-]+\/)/.test(start) && (url.bits & from.http) !== 0)
    sight.report('remote-switch', 'medium', place, 'another host chooses the function that is called')
  const hasBody = options?.table?.fields.has('body') === true
  if (host !== undefined && hasBody && sight.connections.asksPassword)
    sight.report('sends-data', 'medium', place, `what is typed, on a page with a password: ${host}`)
}

/** The host of the callbacks of a page, whose name is that of its resource. */
export const ownPage = 'own-page'

/** What a query returned, as a whole. */
export const rows = '#rows'

function holdsRows(value: Value): boolean {
  return valuesWithin(value, 4).some(({ refs }) => refs?.includes(rows) === true)
}

const url = /(?:\b(?:https?|wss?):|^)\/\/([^\s/'"`<>\\?#:@%{}()[\],;|]{1,253})/gi

export function hostsOf(text: string): string[] {
  return [...text.slice(0, 100_000).matchAll(url)].map((match) => (match[1] ?? '').toLowerCase())
}

const ip = /^\d{1,3}(\.\d{1,3}){3}$/
const ownIp = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./
const builtWebhook = /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/$/i
const webhook = /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{4,}/i

/** A literal of code or another text. */
export function checkUrls(text: string, place: Place, sight: Sight): void {
  if (text.length < 16 && ip.test(text) && !ownIp.test(text)) sight.address ??= place
  if (!text.includes('://') && !text.includes('webhooks/')) return
  const publicIp = hostsOf(text).find((host) => ip.test(host) && !ownIp.test(host))
  if (publicIp !== undefined) sight.report('address-host', 'medium', place, publicIp)
  const found = webhook.exec(text)?.[0]
  if (found === undefined) return
  sight.fact('webhook', place)
  sight.report(
    'webhook',
    sight.side === 'server' || sight.side === 'none' ? 'low' : 'medium',
    place,
    `${found.slice(0, found.lastIndexOf('/') + 5)}…`,
  )
}

/** What players get: the arguments of an event, or a value of a state bag. */
export function checkShared(value: Value, place: Place, sight: Sight): void {
  if (sight.side !== 'client' && (deepBitsOf(value, 4) & from.secret) !== 0)
    sight.report('sends-data', 'medium', place, 'a secret of the server, to players')
}

export function checkSockets({ socket, address, report }: Sight): void {
  if (socket && address) report('address-host', 'medium', address, 'for a connection without HTTP')
}

export function checkSecrets(sight: Sight): void {
  if (!sight.callsOut) return
  if (sight.readsSecrets) sight.report('secret-and-http', 'medium', sight.readsSecrets)
  else if (sight.readsKeys) sight.report('secret-and-http', 'low', sight.readsKeys)
}
