import { inTransaction } from '#platform/database/database.ts'
import { badRequest } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/records/records.public.ts'
import { findToken } from '#server/accounts/one-time-tokens/one-time-tokens.ts'
import { invalidateUser, emailKey, selectUserForUpdate, updateUser } from '#server/access/access.public.ts'

const invalidLink = () => badRequest('This confirmation link is invalid or has expired')

/**
 * Confirms the address that the link was sent to, if it is still the user's. The link can be opened more than once,
 * because some mail programs open links in advance.
 */
export async function verifyEmail(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { token }: { token: string },
): Promise<{ success: true }> {
  return inTransaction(db, async (tx) => {
    const found = await findToken(tx, 'confirm_email', token, clock.now())
    const user =
      found?.userId === undefined || found.userId === null
        ? undefined
        : await selectUserForUpdate(tx, found.userId)
    if (!user || emailKey(found?.email ?? '') !== user.emailKey) throw invalidLink()
    if (user.emailVerified) return { success: true }
    await updateUser(tx, user.id, { emailVerified: true })
    await recordActivity(tx, {
      type: 'user',
      action: 'Email Verified',
      description: `${user.username} confirmed their email address`,
      status: 'success',
      userId: user.id,
      targetId: user.id,
      targetType: 'user',
    })
    invalidateUser(tx, user.id)
    return { success: true }
  })
}
