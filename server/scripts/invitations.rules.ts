import { dateText } from '#platform/clock.ts'
import { conflict, notFound } from '#platform/errors.ts'

type Invitation = { answer: 'accepted' | 'declined' | 'withdrawn' | null; expiresAt: Date }

const answerTexts = {
  accepted: 'This invitation was already accepted',
  declined: 'This invitation was already declined',
  withdrawn: 'This invitation was withdrawn',
}

/** An invitation to a script or a team that can still be answered. Read it after what it invites to was locked. */
export function requireOpen<Row extends Invitation>(invitation: Row | undefined, now: Date): Row {
  if (!invitation) throw notFound('Invitation not found')
  if (invitation.answer !== null) throw conflict(answerTexts[invitation.answer])
  if (invitation.expiresAt <= now) throw conflict('This invitation has expired')
  return invitation
}

/** A user has one open invitation to something, and is not asked again soon after declining. */
export function assertMayAsk({ username }: { username: string }, earlier: readonly Invitation[]): void {
  for (const { answer, expiresAt } of earlier) {
    if (answer === null)
      throw conflict(`${username} has not answered an earlier invitation. Withdraw it first`)
    if (answer === 'declined')
      throw conflict(`${username} declined. You can ask again on ${dateText(expiresAt)}`)
  }
}

export const invitationTimes = ({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }) => ({
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
