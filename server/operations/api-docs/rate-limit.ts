import type { RoutePolicy } from '#platform/rate-limits/policies.ts'

import type { Json } from './json.ts'

type Counted = 'user' | 'ip'

/** A rate limit as an extension for programs and as a sentence for readers. */
export function describeRateLimit(
  { calls, perSeconds, burst, rejectedCost }: RoutePolicy,
  counted: Counted,
): { extension: Json; text: string } {
  const most = burst === undefined ? '' : `, at most ${burst} at once`
  const whom =
    counted === 'ip' ? 'for each IP address' : 'for each user, or for each IP address without a token'
  const rejected = rejectedCost === undefined ? '' : ` A rejected request counts as ${rejectedCost}.`
  return {
    extension: {
      calls,
      perSeconds,
      ...(burst !== undefined && { burst }),
      ...(rejectedCost !== undefined && { rejectedCost }),
      per: counted,
    },
    text: `Rate limit: ${calls} requests ${periodOf(perSeconds)}${most}, ${whom}.${rejected}`,
  }
}

function periodOf(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds === 60) return 'a minute'
  if (seconds === 3_600) return 'an hour'
  return `in ${seconds} seconds`
}
