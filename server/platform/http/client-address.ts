import type { IncomingMessage } from 'node:http'

import type { Client } from '#platform/actor.ts'

/** Who is behind a request. */
export function clientOf(request: IncomingMessage, trustedProxies: readonly string[]): Client {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
  return { ip: addressOf(request, trustedProxies), userAgent }
}

/**
 * The address behind a request. X-Forwarded-For is believed only from the proxies that the owner named, and
 * only its last part that is not one of them: everything before that is the client's own claim.
 */
export function addressOf({ socket, headers }: IncomingMessage, trustedProxies: readonly string[]): string {
  const socketAddress = plainAddress(socket.remoteAddress ?? '')
  if (!trustedProxies.includes(socketAddress)) return socketAddress
  const forwarded = String(headers['x-forwarded-for'] ?? '')
  const ip = forwarded.includes(',') ? lastOf(forwarded, trustedProxies) : plainAddress(forwarded.trim())
  return isAddress.test(ip) ? ip : socketAddress
}

/** Whether a proxy that the owner named hands the request on. */
export function comesByProxy({ socket }: IncomingMessage, trustedProxies: readonly string[]): boolean {
  return trustedProxies.includes(plainAddress(socket.remoteAddress ?? ''))
}

const isAddress = /^[\da-fA-F.:]{2,45}$/

function lastOf(forwarded: string, trustedProxies: readonly string[]): string {
  const addresses = forwarded
    .split(',')
    .map((part) => plainAddress(part.trim()))
    .filter(Boolean)
  return addresses.findLast((address) => !trustedProxies.includes(address)) ?? addresses[0] ?? ''
}

function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}
