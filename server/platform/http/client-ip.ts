import type { IncomingMessage } from 'node:http'

import type { Client } from '#platform/actor.ts'

export function clientOf(request: IncomingMessage, trustedProxies: readonly string[]): Client {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
  return { ip: clientIp(request, trustedProxies), userAgent }
}

/**
 * X-Forwarded-For is used only if a trusted proxy sent it, and of it only the last IP that is not a trusted proxy: the
 * client can write everything before that.
 */
export function clientIp({ socket, headers }: IncomingMessage, trustedProxies: readonly string[]): string {
  const socketIp = unmapped(socket.remoteAddress ?? '')
  if (!trustedProxies.includes(socketIp)) return socketIp
  const forwarded = String(headers['x-forwarded-for'] ?? '')
  const ip = forwarded.includes(',') ? lastUntrusted(forwarded, trustedProxies) : unmapped(forwarded.trim())
  return ipForm.test(ip) ? ip : socketIp
}

export function isFromTrustedProxy({ socket }: IncomingMessage, trustedProxies: readonly string[]): boolean {
  return trustedProxies.includes(unmapped(socket.remoteAddress ?? ''))
}

const ipForm = /^[\da-fA-F.:]{2,45}$/

function lastUntrusted(forwarded: string, trustedProxies: readonly string[]): string {
  const ips = forwarded
    .split(',')
    .map((part) => unmapped(part.trim()))
    .filter(Boolean)
  return ips.findLast((ip) => !trustedProxies.includes(ip)) ?? ips[0] ?? ''
}

/** An IPv6 socket shows an IPv4 client as ::ffff:192.0.2.1. */
function unmapped(ip: string): string {
  return ip.startsWith('::ffff:') ? ip.slice(7) : ip
}
