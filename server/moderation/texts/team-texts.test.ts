import { expect, test } from 'vitest'

import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { createTeam, giveToTeam, joinTeam } from '#test-support/teams.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const owner = await app.createUser('scripts.upload')

const act = (user: TestUser, body: Record<string, unknown>) =>
  app.request(user, 'POST', '/api/moderation/texts/bulk', body)
const pageOf = async (name: string) => (await app.request(null, 'GET', `/api/team-pages/${name}`)).status

test('a team is hidden with its name for its owners, and restored; its members do not decide it', async () => {
  const team = await createTeam(app, owner, 'Bad.Name')
  const member = await app.createUser('admin.system.access', 'admin.scripts.moderate')
  await joinTeam(app, { id: team.id, owner, user: member, role: 'contributor' })
  const id = await insertTestScript(app, { author: owner, name: 'Garage' })
  await giveToTeam(app, id, { owner, team, accepts: owner })
  const texts = [{ kind: 'team', id: team.id }]
  const hide = { action: 'hide', texts, reason: 'The name is an insult.' }
  const list = await app.request(moderator, 'GET', '/api/moderation/texts?kind=team')
  expect(list.body.texts).toMatchObject([{ kind: 'team', id: team.id, text: 'Bad.Name', hidden: null }])

  expect((await act(member, hide)).body.results[0].error).toBe('You cannot moderate your own text')
  expect((await act(owner, hide)).status).toBe(403)
  expect(await pageOf('bad.name')).toBe(200)

  expect((await act(moderator, hide)).body.results).toEqual([{ kind: 'team', id: team.id, error: null }])
  expect(await pageOf('bad.name')).toBe(404)
  expect((await app.request(null, 'GET', `/api/scripts/${id}`)).body.author).toBe(`hidden team ${team.id}`)
  const draft = { name: 'Other', text: '', links: [] }
  expect((await app.request(owner, 'PUT', `/api/teams/${team.id}`, draft)).status).toBe(409)
  expect((await app.request(owner, 'GET', `/api/teams/${team.id}`)).body.removal).toBe(
    'The name is an insult.',
  )
  await dispatchAll(app)
  const { body } = await app.request(owner, 'GET', '/api/notifications')
  expect(body.notifications[0].text).toBe(
    'A moderator hid the name, image and texts of your team. Reason: The name is an insult.',
  )

  const taken = await createTeam(app, owner, 'Bad.Name')
  const restore = { action: 'restore', texts }
  expect((await act(moderator, restore)).body.results[0].error).toBe(
    'Another user or team has the name of this team now',
  )
  await app.request(owner, 'DELETE', `/api/teams/${taken.id}`)
  expect((await act(moderator, restore)).body.results[0].error).toBeNull()
  expect(await pageOf('bad.name')).toBe(200)
})
