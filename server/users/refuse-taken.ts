import { violatedConstraint } from '#platform/database.ts'
import { invalid, type FieldMessages } from '#platform/failures.ts'

const usernameTaken = { username: 'Username is already taken' }
const emailTaken = { email: 'Email is already registered' }

/** Refuses what is already known to be taken, with a message for each field. */
export function refuseTaken(taken: { username: boolean; email: boolean }): void {
  if (!taken.username && !taken.email) return
  throw invalid({ ...(taken.username && usernameTaken), ...(taken.email && emailTaken) }, 'conflict')
}

const messages: Record<string, FieldMessages> = {
  users_username_key: usernameTaken,
  users_email_key: emailTaken,
}

/**
 * Runs a whole transaction that writes a name or an address. Of several that want the same one at the same
 * moment the unique index lets one through; the others are told like those who came later.
 */
export async function refusingTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const fields = messages[violatedConstraint(error) ?? '']
    throw fields ? invalid(fields, 'conflict') : error
  }
}
