import { unavailable, type HttpError } from '#platform/errors.ts'

export function isErrorCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** 503 for a full disk, undefined for any other error. */
export function toDiskFullError(error: unknown): HttpError | undefined {
  if (!isErrorCode(error, 'ENOSPC', 'EDQUOT')) return undefined
  return unavailable('The server has no room for files at the moment. Please try again later.', 60)
}

export async function withDiskFullErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toDiskFullError(error) ?? error
  }
}

/** For `.catch`: undefined for a missing file; any other error is rethrown. */
export function ignoreMissing(error: unknown): undefined {
  if (isErrorCode(error, 'ENOENT')) return undefined
  throw error
}
