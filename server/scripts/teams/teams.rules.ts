import { conflict, notFound } from '#platform/errors.ts'

/** The address of a team is its name in lower case. */
export const teamPath = (name: string): string => `/teams/${encodeURIComponent(name.toLowerCase())}`

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
