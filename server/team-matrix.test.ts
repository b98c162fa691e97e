import { expect, test } from 'vitest'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'

import { emptyForm } from '#test-support/callers.ts'
import { createTeam, joinTeam } from '#test-support/teams.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const roles = ['owner', 'maintainer', 'contributor', 'invited', 'outsider', 'moderator'] as const
type Role = (typeof roles)[number]
const users: Record<Role, TestUser> = {
  owner: await app.createUser(),
  maintainer: await app.createUser(),
  contributor: await app.createUser(),
  invited: await app.createUser(),
  outsider: await app.createUser(),
  moderator: await app.createUser('admin.system.access', 'admin.scripts.moderate'),
}

/** Who may make each call about a team; handwritten. What users do with their own role is below. */
const table: Record<string, string> = {
  'POST /api/teams': roles.join(', '),
  'GET /api/teams/:id': 'owner, maintainer, contributor, moderator',
  'PUT /api/teams/:id': 'owner',
  'DELETE /api/teams/:id': 'owner',
  'PUT /api/teams/:id/image': 'owner',
  'DELETE /api/teams/:id/image': 'owner',
  'POST /api/teams/:id/invitations': 'owner',
  'PUT /api/teams/:id/members/:userId': 'owner',
  'DELETE /api/teams/:id/members/:userId': 'owner',
  'POST /api/team-invitations/:id/accept': 'invited',
  'POST /api/team-invitations/:id/decline': 'invited',
  'DELETE /api/team-invitations/:id': 'owner',
}

const calls = Object.values(api)
  .flatMap((feature): Endpoint[] => Object.values(feature))
  .filter(({ path }) => /^\/api\/team(?:s|-invitations)(?:\/|$)/.test(path))
  .map((call) => [`${call.method} ${call.path}`, call] as const)

test('the table has every call about teams', () => {
  expect(calls.map(([name]) => name).toSorted()).toEqual(Object.keys(table).toSorted())
})

test.each(calls)('%s is for the roles in the table', async (name, call) => {
  const allowed: Role[] = []
  for (const role of roles) if (await isAllowed(call, users[role])) allowed.push(role)

  expect(allowed.join(', ')).toBe(table[name])
})

test.each(['maintainer', 'contributor'] as const)('a %s leaves, and cannot become an owner', async (role) => {
  const { id } = await createFullTeam()
  const own = `/api/teams/${id}/members/${users[role].id}`

  expect((await app.request(users[role], 'PUT', own, { role: 'owner' })).status).toBe(403)
  expect((await app.request(users[role], 'DELETE', own)).status).toBe(200)
  expect((await app.request(users[role], 'GET', `/api/teams/${id}`)).status).toBe(403)
})

/** With a member of each role, one more member, and an invitation. */
async function createFullTeam() {
  const { owner, maintainer, contributor, invited } = users
  const { id } = await createTeam(app, owner)
  const other = await app.createUser()
  await joinTeam(app, { id, owner, user: maintainer, role: 'maintainer' })
  await joinTeam(app, { id, owner, user: contributor, role: 'contributor' })
  await joinTeam(app, { id, owner, user: other, role: 'contributor' })
  const draft = { username: invited.username, role: 'contributor' }
  const { body } = await app.request(owner, 'POST', `/api/teams/${id}/invitations`, draft)
  return { id, other, invitation: body.invitations[0].id }
}

/** On a team of its own each time, which a rejected call leaves as it was. */
async function isAllowed({ method, path, files }: Endpoint, user: TestUser): Promise<boolean> {
  const { id, other, invitation } = await createFullTeam()
  const target = path
    .replace(/^\/api\/teams\/:id/, `/api/teams/${id}`)
    .replace(/^\/api\/team-invitations\/:id/, `/api/team-invitations/${invitation}`)
    .replace(':userId', String(other.id))
  const { username } = await app.createUser()
  const draft = { username, role: 'maintainer', name: `Renamed-${id}`, text: 'New', links: [] }
  const readTeam = async () => (await app.request(users.owner, 'GET', `/api/teams/${id}`)).body
  const before = await readTeam()
  const { status } = await app.request(
    user,
    method,
    target,
    method === 'GET' ? undefined : files ? emptyForm.body : draft,
    files ? emptyForm.headers : {},
  )
  const isRejected = [401, 403, 404].includes(status)
  const after = isRejected ? await readTeam() : before
  expect(after).toEqual(before)
  // Ten at most for each owner.
  const { body } = await app.request(user, 'GET', '/api/account/teams')
  const owned = body.teams.filter((team: { role: string }) => team.role === 'owner')
  for (const team of user === users.owner ? [] : owned)
    await app.request(user, 'DELETE', `/api/teams/${team.id}`)
  await app.request(users.owner, 'DELETE', `/api/teams/${id}`)
  return !isRejected
}
