import { violatedConstraint } from '#platform/database/database.ts'
import { invalid, type FieldMessages } from '#platform/errors.ts'

const usernameTaken = { username: 'Username is already taken' }
const emailTaken = { email: 'Email is already registered' }

export function assertUnique(taken: { username: boolean; email: boolean }): void {
  if (!taken.username && !taken.email) return
  throw invalid({ ...(taken.username && usernameTaken), ...(taken.email && emailTaken) }, 'conflict')
}

const messages: Record<string, FieldMessages> = {
  users_username_key: usernameTaken,
  users_email_key: emailTaken,
}

/**
 * Runs a transaction that writes a username or an email address, and turns unique violations of concurrent writes into
 * the same errors as `assertUnique`.
 */
export async function withUniqueErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const fields = messages[violatedConstraint(error) ?? '']
    throw fields ? invalid(fields, 'conflict') : error
  }
}
