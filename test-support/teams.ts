import type { ScriptRole } from '#contract/scripts/script-limits.ts'

import type { TestApp, TestUser } from './test-app.ts'

let teams = 0

/** A team of the user; `name` is a new one by default. */
export async function createTeam(
  app: TestApp,
  owner: TestUser,
  name = `Team-${++teams}-${owner.id}`,
): Promise<{ id: number; username: string }> {
  const { status, body } = await app.request(owner, 'POST', '/api/teams', { name, text: '', links: [] })
  if (status !== 201) throw new Error(`${name} could not be created: ${JSON.stringify(body)}`)
  return { id: body.id, username: name }
}

type Membership = { id: number; owner: TestUser; user: TestUser; role: ScriptRole }

/** The owner invites, the user accepts. */
export async function joinTeam(app: TestApp, { id, owner, user, role }: Membership): Promise<void> {
  const draft = { username: user.username, role }
  const { status } = await app.request(owner, 'POST', `/api/teams/${id}/invitations`, draft)
  const { body } = await app.request(user, 'GET', '/api/account/teams')
  const accepted = await app.request(user, 'POST', `/api/team-invitations/${body.invitations[0]?.id}/accept`)
  if (status !== 200 || accepted.status !== 200) throw new Error(`${user.username} could not join team ${id}`)
}

/** The owner of the script offers it, an owner of the team accepts. */
export async function giveToTeam(
  app: TestApp,
  scriptId: number,
  { owner, team, accepts }: { owner: TestUser; team: { username: string }; accepts: TestUser },
): Promise<void> {
  const draft = { username: team.username }
  const { status } = await app.request(owner, 'POST', `/api/scripts/${scriptId}/transfer`, draft)
  const { body } = await app.request(accepts, 'GET', '/api/invitations')
  const accepted = await app.request(accepts, 'POST', `/api/invitations/${body.invitations[0]?.id}/accept`)
  if (status !== 200 || accepted.status !== 200)
    throw new Error(`Script ${scriptId} could not be transferred to ${team.username}`)
}
