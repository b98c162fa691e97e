import { HttpError } from '#platform/errors.ts'

/** The error for a user with a valid session whose account is restricted, or undefined. */
export function accountStatusError({ status, ban }: { status: string; ban: unknown }): HttpError | undefined {
  if (status === 'inactive') return new HttpError('inactive', 'Account inactive')
  if (status === 'suspended') return new HttpError('suspended', 'Account suspended')
  if (ban) return new HttpError('banned', 'Account suspended')
  return undefined
}
