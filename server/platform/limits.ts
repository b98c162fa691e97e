import type { LimitName } from '#contract/endpoint.ts'

/** `burst` calls at once, then one every `perSeconds / calls` seconds. */
export type LimitPolicy = { calls: number; perSeconds: number; burst?: number }

/** One limit of one caller: `name` says of what, `key` of whom. */
export type Limited = { name: string; key: string; policy: LimitPolicy }

/** Calls per address, or per user where one is known (security.md, 1.7). Exact ones are counted by all nodes together. */
export const limitPolicies: Record<LimitName, LimitPolicy & { isExact?: true }> = {
  read: { calls: 300, perSeconds: 60 },
  write: { calls: 120, perSeconds: 60 },
  search: { calls: 5, perSeconds: 1, burst: 20 },
  view: { calls: 60, perSeconds: 60 },
  register: { calls: 5, perSeconds: 3_600, isExact: true },
  // Holds off floods of sign-ins only: what counts failures is exact, see auth/sign-in-limits.ts.
  login: { calls: 60, perSeconds: 60 },
  reset: { calls: 10, perSeconds: 3_600, isExact: true },
  submit: { calls: 10, perSeconds: 3_600, burst: 5, isExact: true },
  upload: { calls: 60, perSeconds: 3_600, isExact: true },
}

/** Seconds that one call takes up. */
export function spacingOf({ calls, perSeconds }: LimitPolicy): number {
  return perSeconds / calls
}

/** Seconds that a bucket may be filled with when one more call comes. */
export function toleranceOf(policy: LimitPolicy): number {
  return spacingOf(policy) * ((policy.burst ?? policy.calls) - 1)
}

/** One key for all that one customer of a network can use: an IPv6 address is cut to its /64. */
export function addressKey(ip: string): string {
  const plain = ip.startsWith('::ffff:') ? ip.slice(7) : ip
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...(plain.includes('::') ? zeros : []), ...right].slice(0, 4).join(':')
}

/** Wider than `addressKey`: all that a small network can use, a /24 or a /48. */
export function networkKey(ip: string): string {
  const key = addressKey(ip)
  const separator = key.includes(':') ? ':' : '.'
  return key.split(separator).slice(0, 3).join(separator)
}
