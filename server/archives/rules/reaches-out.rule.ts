import type { Place, Sight } from '#server/archives/scan/sight.ts'
import { bitsOf, from, type Value } from '#server/archives/scan/values.ts'

/** The file calls another host. The URL is the first text among the arguments that looks like one. */
export function noteHttp(args: readonly Value[], place: Place, sight: Sight): void {
  sight.callsOut = true
  const urls = args.flatMap((value) => hostsOf(value.text ?? value.head ?? ''))
  if (urls.length === 0) sight.fact('calls-out', place, 'URL computed')
  for (const host of urls) sight.fact('calls-out', place, host)
}

/** What a call of HTTP returns: it may have more to send. */
export const sentRequest = '#request'

/** What is sent to another host. */
export function checkSent(args: readonly Value[], place: Place, sight: Sight): void {
  if (args.some((value) => (bitsOf(value) & from.secret) !== 0))
    sight.report('secret-and-http', 'high', place, 'the secret is sent')
}

const url = /\b(?:https?|wss?):\/\/([^\s/'"`<>\\?#:@%{}()[\],;|]{1,253})/gi

export function hostsOf(text: string): string[] {
  return [...text.slice(0, 100_000).matchAll(url)].map((match) => (match[1] ?? '').toLowerCase())
}

const ip = /^\d{1,3}(\.\d{1,3}){3}$/
const ownIp = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./
const webhook = /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{4,}/i

/** A literal of code or another text. */
export function checkUrls(text: string, place: Place, sight: Sight): void {
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

export function checkSecrets(sight: Sight): void {
  if (sight.readsSecrets && sight.callsOut) sight.report('secret-and-http', 'medium', sight.readsSecrets)
}
