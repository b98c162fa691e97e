import { Failure, invalid, tooMany } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'

/** Wrong codes of one person, wherever they come from (security.md, 1.7): fifty guesses a day at three of a million. */
const policies = [
  { name: 'codes in five minutes', policy: { calls: 5, perSeconds: 300 } },
  { name: 'codes in an hour', policy: { calls: 20, perSeconds: 3_600 } },
  { name: 'codes in a day', policy: { calls: 50, perSeconds: 24 * 3_600 } },
]

export const wrongCode = () =>
  invalid({ code: 'This code is not right. Check that the time of your device is set automatically.' })

export const usedCode = () => invalid({ code: 'This code has been used. Please wait for the next one.' })

export function isAboutCode(error: unknown): boolean {
  return error instanceof Failure && error.fields?.['code'] !== undefined
}

/**
 * Reserves room for a wrong code before it is looked at, so that codes sent at the same moment count too. Only
 * a refused code keeps it.
 */
export async function limitingCodes<T>(
  { limits }: Pick<Hub, 'limits'>,
  userId: number,
  work: () => Promise<T>,
): Promise<T> {
  const wanted = policies.map((limit) => ({ ...limit, key: `user ${userId}` }))
  const waits = await limits.count(wanted)
  const taken = wanted.filter((_, index) => waits[index] === 0)
  const wait = Math.max(...waits)
  if (wait > 0) {
    await limits.giveBack(taken)
    throw tooMany('Too many wrong codes. Please try again later.', wait)
  }
  try {
    const result = await work()
    await limits.giveBack(taken)
    return result
  } catch (error) {
    if (!isAboutCode(error)) await limits.giveBack(taken)
    throw error
  }
}
