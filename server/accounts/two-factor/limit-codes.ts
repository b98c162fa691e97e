import { HttpError, invalid, tooMany } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'

/** Limits of wrong codes per user, from any IP: fifty guesses a day at three valid codes of a million. */
const policies = [
  { name: 'codes in five minutes', policy: { calls: 5, perSeconds: 300 } },
  { name: 'codes in an hour', policy: { calls: 20, perSeconds: 3_600 } },
  { name: 'codes in a day', policy: { calls: 50, perSeconds: 24 * 3_600 } },
]

export const wrongCode = () =>
  invalid({ code: 'This code is not right. Check that the time of your device is set automatically.' })

export const usedCode = () => invalid({ code: 'This code has been used. Please wait for the next one.' })

export function isCodeError(error: unknown): boolean {
  return error instanceof HttpError && error.fields?.['code'] !== undefined
}

/**
 * Counts a wrong code before it is checked, so that concurrent codes count too. Only a wrong
 * code stays counted.
 */
export async function withCodeLimits<T>(
  { sharedLimiter }: Pick<App, 'sharedLimiter'>,
  userId: number,
  work: () => Promise<T>,
): Promise<T> {
  const wanted = policies.map((limit) => ({ ...limit, key: `user ${userId}` }))
  const waits = await sharedLimiter.consumeAll(wanted)
  const taken = wanted.filter((_, index) => waits[index] === 0)
  const wait = Math.max(...waits)
  if (wait > 0) {
    await sharedLimiter.refund(taken)
    throw tooMany('Too many wrong codes.', wait)
  }
  try {
    const result = await work()
    await sharedLimiter.refund(taken)
    return result
  } catch (error) {
    if (!isCodeError(error)) await sharedLimiter.refund(taken)
    throw error
  }
}
