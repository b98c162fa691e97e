import { expect, test } from 'vitest'

import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { createTeam, giveToTeam, joinTeam } from '#test-support/teams.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const owner = await app.createUser('scripts.upload')
const [maintainer, contributor, reporter] = [
  await app.createUser(),
  await app.createUser(),
  await app.createUser(),
]
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate', 'admin.users.ban')
const team = await createTeam(app, owner, 'Harbor-Crew')
await joinTeam(app, { id: team.id, owner, user: maintainer, role: 'maintainer' })
await joinTeam(app, { id: team.id, owner, user: contributor, role: 'contributor' })

async function createTeamScript(name: string): Promise<number> {
  const id = await insertTestScript(app, { author: owner, name })
  await insertTestVersion(app, id)
  await giveToTeam(app, id, { owner, team, accepts: owner })
  return id
}

const report = (user: TestUser, subject: { scriptId: number } | { userId: number }) =>
  app.request(user, 'POST', '/api/cases', {
    kind: 'report',
    ...subject,
    reason: 'broken',
    text: 'It crashes my whole server.',
  })
const newsOf = async (user: TestUser) => {
  await dispatchAll(app)
  const { body } = await app.request(user, 'GET', '/api/notifications')
  return body.notifications.map(({ text }: { text: string }) => text)
}
const ownCases = async (user: TestUser) =>
  (await app.request(user, 'GET', '/api/cases/mine')).body.cases.map(({ id }: { id: number }) => id)
const write = (user: TestUser, id: number) =>
  app.request(user, 'POST', `/api/cases/${id}/messages`, { text: 'We fixed it.' })

test.each(['a team', 'a script of a team'] as const)(
  'a case about %s concerns its owners and maintainers of this moment',
  async (about) => {
    const scriptId = about === 'a team' ? null : await createTeamScript('Crane')
    const subject = scriptId === null ? { userId: team.id } : { scriptId }
    for (const user of [owner, maintainer, contributor])
      expect((await report(user, subject)).body.error).toBe('You cannot report yourself or your own script')

    const { body: filed } = await report(reporter, subject)

    for (const user of [owner, maintainer]) {
      expect(await ownCases(user)).toContain(filed.id)
      expect((await app.request(user, 'GET', `/api/cases/${filed.id}`)).body).toMatchObject({
        role: 'author',
        openedBy: null,
      })
      expect(await newsOf(user)).toContainEqual(expect.stringContaining('Someone reported'))
      expect((await write(user, filed.id)).status).toBe(201)
    }
    expect(await ownCases(contributor)).toEqual([])
    expect((await app.request(contributor, 'GET', `/api/cases/${filed.id}`)).status).toBe(404)
    expect((await write(contributor, filed.id)).status).toBe(404)
    expect(await newsOf(contributor)).not.toContainEqual(expect.stringContaining('Someone reported'))

    const { status } = await app.request(moderator, 'POST', `/api/cases/${filed.id}/messages`, {
      text: 'Thank you.',
      audience: 'author',
    })
    expect(status).toBe(201)
    for (const user of [owner, maintainer])
      expect(await newsOf(user)).toContainEqual(expect.stringContaining('message'))
    expect(await newsOf(contributor)).not.toContainEqual(expect.stringContaining('message'))
  },
)

test('a team is not banned by the decision of a case', async () => {
  const other = await createTeam(app, owner)
  const { body: filed } = await report(reporter, { userId: other.id })

  const decided = await app.request(moderator, 'POST', `/api/moderation/cases/${filed.id}/decide`, {
    decision: 'banned',
    response: 'Spam in every script.',
    logNote: '',
    ban: { is_permanent: true },
  })

  expect(decided).toMatchObject({
    status: 400,
    body: {
      fields: { decision: 'A team cannot be banned. Ban its members, or hide it in the list of texts' },
    },
  })
  expect((await app.request(moderator, 'GET', `/api/cases/${filed.id}`)).body).toMatchObject({
    state: 'open',
  })
})
