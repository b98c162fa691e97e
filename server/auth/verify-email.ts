import { inTransaction } from '#platform/database.ts'
import { badRequest } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import {
  announceUser,
  emailKey,
  findCode,
  selectUserForUpdate,
  updateUser,
} from '#server/users/users.public.ts'

const deadLink = () => badRequest('This confirmation link is invalid or has expired')

/**
 * Confirms the address that the link was mailed to, if it still is the person's. The link may be opened again:
 * that says nothing new, and a mail program that opens links ahead of its reader takes nothing away.
 */
export async function verifyEmail(
  { db, clock }: Pick<Hub, 'db' | 'clock'>,
  { token }: { token: string },
): Promise<{ success: true }> {
  return inTransaction(db, async (tx) => {
    const code = await findCode(tx, 'confirm_email', token, clock.now())
    const user =
      code?.userId === undefined || code.userId === null
        ? undefined
        : await selectUserForUpdate(tx, code.userId)
    if (!user || emailKey(code?.email ?? '') !== user.emailKey) throw deadLink()
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
    announceUser(tx, user.id)
    return { success: true }
  })
}
