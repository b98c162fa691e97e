import { memberLimits, type invitationKinds } from '#contract/scripts/script-members.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { dateText } from '#platform/date-text.ts'

import { selectUserForUpdate } from '#server/access/access.public.ts'

import { selectInvitationsTo, selectSentCount, type Subject } from './members.queries.ts'

/** A user has one open invitation to a script or a collection, and is not asked again soon after declining. */
export async function assertMayAsk(
  tx: Db,
  subject: Subject,
  user: { id: number; username: string },
  kind: (typeof invitationKinds)[number],
  now: Date,
): Promise<void> {
  for (const earlier of await selectInvitationsTo(tx, subject, user.id, now)) {
    if (earlier.answer === null)
      throw conflict(`${user.username} has not answered an earlier invitation. Withdraw it first`)
    if (earlier.answer === 'declined' && earlier.kind === kind)
      throw conflict(`${user.username} declined. You can ask again on ${dateText(earlier.expiresAt)}`)
  }
}

export async function assertMaySend(tx: Db, { id }: { id: number }, now: Date): Promise<void> {
  const { sentMax, invitationDays } = memberLimits
  // The lock makes the count exact, also for invitations to several scripts at once.
  await selectUserForUpdate(tx, id)
  if ((await selectSentCount(tx, id, now)) >= sentMax)
    throw conflict(`You can send ${sentMax} invitations in ${invitationDays} days at most`)
}
