import type { LimitName } from '#contract/endpoint.ts'

import { tooMany } from './failures.ts'

/** `burst` calls at once, then one every `perSeconds / calls` seconds. */
export type LimitPolicy = { calls: number; perSeconds: number; burst?: number }

/** Calls per address, or per user where one is known (security.md, 1.7). */
export const limitPolicies: Record<LimitName, LimitPolicy> = {
  read: { calls: 300, perSeconds: 60 },
  write: { calls: 120, perSeconds: 60 },
  search: { calls: 5, perSeconds: 1, burst: 20 },
  view: { calls: 60, perSeconds: 60 },
  register: { calls: 5, perSeconds: 3_600 },
  login: { calls: 60, perSeconds: 60 },
  reset: { calls: 10, perSeconds: 3_600 },
  submit: { calls: 10, perSeconds: 3_600 },
  upload: { calls: 60, perSeconds: 3_600 },
}

const keysMax = 100_000

export type Limits = {
  /** Counts a call. False when there is no room for it; `retryAfter` then tells how long to wait. */
  hit(name: string, key: string, policy: LimitPolicy): boolean
  /** Seconds until the next call of this key can succeed. */
  retryAfter(name: string, key: string, policy: LimitPolicy): number
  /** Counts a call or refuses it with 429 and an honest Retry-After. */
  take(name: string, key: string, policy: LimitPolicy): void
  /** Takes a counted call back: it turned out to be none of those that the limit is for. */
  giveBack(name: string, key: string, policy: LimitPolicy): void
}

/**
 * The generic cell rate algorithm: a key is one number, the time at which its bucket would be empty again.
 * It reads a monotonic clock: a step of the wall clock neither frees nor locks anybody out.
 */
export function openLimits(enabled: boolean, now: () => number = () => performance.now()): Limits {
  const emptyAt = new Map<string, number>()

  function hit(name: string, key: string, policy: LimitPolicy): boolean {
    if (!enabled) return true
    const time = now()
    const id = `${name} ${key}`
    const start = Math.max(emptyAt.get(id) ?? 0, time)
    if (start - time > tolerance(policy)) return false
    if (emptyAt.size >= keysMax) forgetIdle(time)
    emptyAt.set(id, start + spacing(policy))
    return true
  }

  function forgetIdle(time: number) {
    for (const [id, empty] of emptyAt) if (empty <= time) emptyAt.delete(id)
    // Under a flood of made-up addresses nothing is idle: the oldest half has to go.
    let surplus = emptyAt.size - keysMax / 2
    for (const id of emptyAt.keys()) if (surplus-- > 0) emptyAt.delete(id)
  }

  function retryAfter(name: string, key: string, policy: LimitPolicy): number {
    const wait = (emptyAt.get(`${name} ${key}`) ?? 0) - now() - tolerance(policy)
    return Math.max(1, Math.ceil(wait / 1000))
  }

  function take(name: string, key: string, policy: LimitPolicy): void {
    if (!hit(name, key, policy))
      throw tooMany('Too many requests. Please try again later.', retryAfter(name, key, policy))
  }

  function giveBack(name: string, key: string, policy: LimitPolicy): void {
    const id = `${name} ${key}`
    const empty = emptyAt.get(id)
    if (empty !== undefined) emptyAt.set(id, empty - spacing(policy))
  }

  return { hit, retryAfter, take, giveBack }
}

function spacing(policy: LimitPolicy): number {
  return (policy.perSeconds * 1000) / policy.calls
}

function tolerance(policy: LimitPolicy): number {
  return spacing(policy) * ((policy.burst ?? policy.calls) - 1)
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
