import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { teamLimits } from '#contract/scripts/script-limits.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { createTeam, joinTeam } from '#test-support/teams.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const owner = await app.createUser('scripts.upload')
const team = await createTeam(app, owner)

const submit = async (user: TestUser, teamId: string | number) =>
  app.request(user, 'POST', '/api/scripts', await scriptForm({ teamId: String(teamId) }))
const scriptCount = async () =>
  (await app.db.execute<{ count: number }>(sql`select count(*)::int as count from scripts`)).rows[0]?.count

test('a script is rejected for a team where the user has no role or versions only, and for none', async () => {
  const [contributor, outsider] = [
    await app.createUser('scripts.upload'),
    await app.createUser('scripts.upload'),
  ]
  await joinTeam(app, { id: team.id, owner, user: contributor, role: 'contributor' })
  const before = await scriptCount()

  for (const [user, id, message] of [
    [contributor, team.id, 'Only owners and maintainers of a team submit scripts for it'],
    [outsider, team.id, 'You are not a member of this team'],
    [outsider, owner.id, 'You are not a member of this team'],
    [owner, 999_999_999, 'You are not a member of this team'],
    [owner, 'Riverside', 'Owner must be the id of one of your teams, or empty'],
  ] as const)
    expect(await submit(user, id)).toMatchObject({ status: 400, body: { fields: { teamId: message } } })
  expect(await scriptCount()).toBe(before)
})

test('a script is rejected for a team that is full or hidden', async () => {
  const [full, hidden] = [await createTeam(app, owner), await createTeam(app, owner)]
  await app.db.execute(sql`
    insert into scripts (name, user_id, category_id, status, version, file_size)
    select 'Full', ${full.id}, (select min(id) from categories), 'Readable', '1.0.0', 1
    from generate_series(1, ${teamLimits.scriptsMax}::int)`)
  await app.db.execute(sql`
    update teams set removed_at = now(), removal_reason = 'spam', hidden_name = 'x' where id = ${hidden.id}`)
  const before = await scriptCount()

  expect(await submit(owner, full.id)).toMatchObject({
    status: 409,
    body: { error: `A team can own at most ${teamLimits.scriptsMax} scripts` },
  })
  expect(await submit(owner, hidden.id)).toMatchObject({
    status: 409,
    body: { error: 'A moderator hid this team' },
  })
  expect(await scriptCount()).toBe(before)
})

test('a maintainer submits a script that the team owns; its counts and members are those of the team', async () => {
  const maintainer = await app.createUser('scripts.upload')
  await joinTeam(app, { id: team.id, owner, user: maintainer, role: 'maintainer' })

  const { status, body } = await submit(maintainer, team.id)

  expect(status).toBe(201)
  expect(body).toMatchObject({ author: team.username, userId: team.id })
  const page = (await app.request(null, 'GET', `/api/team-pages/${team.username}`)).body
  expect(page.scriptsUploaded).toBe(1)
  expect(page.scripts.scripts).toMatchObject([{ id: body.id }])
  const profile = (await app.request(null, 'GET', `/api/users/profile/${maintainer.username}`)).body
  expect(profile.scriptsUploaded).toBe(0)
  // The role in the team decides, not who submitted: the owner of the team deletes it.
  const remove = (user: TestUser) => app.request(user, 'DELETE', `/api/scripts/${body.id}`)
  expect((await remove(maintainer)).status).toBe(403)
  expect((await remove(owner)).status).toBe(204)
})

test('an empty field means a script of one’s own', async () => {
  expect((await submit(owner, '')).body).toMatchObject({ userId: owner.id })
})
