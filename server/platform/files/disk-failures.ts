import { unavailable, type Failure } from '#platform/failures.ts'

export function isErrorCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** A full disk is the hub's trouble and not the sender's mistake; anything else stays what it is. */
export function diskFailure(error: unknown): Failure | undefined {
  if (!isErrorCode(error, 'ENOSPC', 'EDQUOT')) return undefined
  return unavailable('The server has no room for files at the moment. Please try again later.', 60)
}

export async function withDiskFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw diskFailure(error) ?? error
  }
}
