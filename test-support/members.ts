import type { CoAuthorRole } from '#contract/scripts/script-limits.ts'

import type { TestApp, TestUser } from './test-app.ts'

type Membership = { id: number; owner: TestUser; user: TestUser; role: CoAuthorRole }

/** The owner invites, the user accepts. */
export async function joinScript(app: TestApp, { id, owner, user, role }: Membership): Promise<void> {
  const draft = { username: user.username, role }
  const { status } = await app.request(owner, 'POST', `/api/scripts/${id}/invitations`, draft)
  const { body } = await app.request(user, 'GET', '/api/invitations')
  const accepted = await app.request(user, 'POST', `/api/invitations/${body.invitations[0]?.id}/accept`)
  if (status !== 200 || accepted.status !== 200)
    throw new Error(`${user.username} could not join script ${id}`)
}
