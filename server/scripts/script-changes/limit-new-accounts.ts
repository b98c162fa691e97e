import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { forbidden, tooMany } from '#platform/errors.ts'
import { newAccountUntil } from '#server/access/access.public.ts'

/** Beside the limit of all accounts. Only submissions without an error count. */
export async function countSubmissionOfNewAccount(app: App, actor: Actor): Promise<void> {
  const { newSubmissionsPerHour: calls, submissionsPerHour } = app.settings
  if (calls >= submissionsPerHour || !(await newAccountUntil(app, actor))) return
  if (calls === 0) throw forbidden('New accounts cannot submit scripts yet')
  const policy = { calls, perSeconds: 3_600 }
  const limit = { name: 'submission of new account', key: `user ${actor.id}`, policy }
  const [wait = 0] = await app.sharedLimiter.consumeAll([limit])
  const scripts = calls === 1 ? '1 script' : `${calls} scripts`
  if (wait > 0) throw tooMany(`New accounts can submit ${scripts} per hour.`, wait)
}
