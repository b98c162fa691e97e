import { Failure } from '#platform/failures.ts'

/** Why a person with a good session may call nothing but their own profile, or undefined. */
export function refusalFor({ status, ban }: { status: string; ban: unknown }): Failure | undefined {
  if (status === 'inactive') return new Failure('inactive', 'Account inactive')
  if (status === 'suspended') return new Failure('suspended', 'Account suspended')
  if (ban) return new Failure('banned', 'Account suspended')
  return undefined
}
