import type { IncomingMessage } from 'node:http'

import type { Client } from '#platform/actor.ts'

/**
 * The address behind a request. X-Forwarded-For is believed only from the proxies that the owner named, and
 * only its last part that is not one of them: everything before that is the client's own claim.
 */
export function clientOf(request: IncomingMessage, trustedProxies: readonly string[]): Client {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
  const socketAddress = plainAddress(request.socket.remoteAddress ?? '')
  if (!trustedProxies.includes(socketAddress)) return { ip: socketAddress, userAgent }
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => plainAddress(part.trim()))
    .filter(Boolean)
  const ip =
    forwarded.findLast((address) => !trustedProxies.includes(address)) ?? forwarded[0] ?? socketAddress
  return { ip: /^[\da-fA-F.:]{2,45}$/.test(ip) ? ip : socketAddress, userAgent }
}

function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}
