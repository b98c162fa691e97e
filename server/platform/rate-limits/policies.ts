import type { LimitName } from '#contract/platform/endpoint.ts'
import type { Settings } from '#contract/site/settings.ts'

/** Allows `burst` calls at once (default: `calls`), then one every `perSeconds / calls` seconds. */
export type LimitPolicy = { calls: number; perSeconds: number; burst?: number }

export type RoutePolicy = LimitPolicy & {
  isExact?: true
  /** The part of a call that a rejected one counts, for calls that users correct and repeat. Only of exact limits. */
  rejectedCost?: number
}

/** One limit of one caller: `name` is what is limited, `key` identifies the caller. */
export type Limited = { name: string; key: string; policy: LimitPolicy }

/** The limits of the contract, and those of routes outside it. */
export type RouteLimit = LimitName | 'content' | 'feed' | 'interaction'

/** Calls per IP, or per user where one is signed in. Exact limits are counted by all nodes together. */
export const limitPolicies: Record<RouteLimit, RoutePolicy> = {
  read: { calls: 300, perSeconds: 60 },
  write: { calls: 120, perSeconds: 60 },
  search: { calls: 5, perSeconds: 1, burst: 20 },
  view: { calls: 60, perSeconds: 60 },
  register: { calls: 5, perSeconds: 3_600, isExact: true },
  // Against floods of sign-ins only. Failed sign-ins have exact limits: auth/sign-in-limits.ts.
  login: { calls: 60, perSeconds: 60 },
  reset: { calls: 10, perSeconds: 3_600, isExact: true },
  // The calls are a setting.
  submit: { calls: 30, perSeconds: 3_600, isExact: true, rejectedCost: 1 / 4 },
  upload: { calls: 60, perSeconds: 3_600, isExact: true },
  takedown: { calls: 3, perSeconds: 86_400, isExact: true, rejectedCost: 1 / 10 },
  content: { calls: 600, perSeconds: 60 },
  feed: { calls: 60, perSeconds: 60 },
  // Discord sends the commands of all users from few IPs.
  interaction: { calls: 600, perSeconds: 60 },
}

export function policyOf(limit: RouteLimit, settings: Pick<Settings, 'submissionsPerHour'>): RoutePolicy {
  const policy = limitPolicies[limit]
  return limit === 'submit' ? { ...policy, calls: settings.submissionsPerHour } : policy
}

/** Seconds that one call adds to the bucket. */
export function spacingOf({ calls, perSeconds }: LimitPolicy): number {
  return perSeconds / calls
}

/** Seconds that a bucket may hold before one more call. */
export function toleranceOf(policy: LimitPolicy): number {
  return spacingOf(policy) * ((policy.burst ?? policy.calls) - 1)
}

/** The rate-limit key of an IP: an IPv6 address is cut to its /64, which one customer of a provider controls. */
export function ipKey(ip: string): string {
  const unmapped = ip.startsWith('::ffff:') ? ip.slice(7) : ip
  if (!unmapped.includes(':')) return unmapped
  const [head = '', tail = ''] = unmapped.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...(unmapped.includes('::') ? zeros : []), ...right].slice(0, 4).join(':')
}

/** The key of a small network: /24 for IPv4, /48 for IPv6. */
export function networkKey(ip: string): string {
  const key = ipKey(ip)
  const separator = key.includes(':') ? ':' : '.'
  return key.split(separator).slice(0, 3).join(separator)
}
