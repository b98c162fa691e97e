import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { teamLimits } from '#contract/scripts/script-limits.ts'
import { createTeam, giveToTeam, joinTeam } from '#test-support/teams.ts'
import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const owner = await app.createUser('scripts.upload')

type Body = Record<string, unknown>
const draft = { text: 'We make **garages**.', links: [{ label: 'Site', url: 'https://example.com/' }] }
const create = (user: TestUser | null, body: Body) =>
  app.request(user, 'POST', '/api/teams', { ...draft, ...body })
const edit = (user: TestUser, id: number, body: Body) =>
  app.request(user, 'PUT', `/api/teams/${id}`, { ...draft, ...body })
const pageOf = (name: string, query = '') => app.request(null, 'GET', `/api/team-pages/${name}${query}`)
const read = (user: TestUser | null, id: number) => app.request(user, 'GET', `/api/teams/${id}`)
const ownOf = async (user: TestUser) => (await app.request(user, 'GET', '/api/account/teams')).body
const newsOf = async (user: TestUser) => {
  await dispatchAll(app)
  const { body } = await app.request(user, 'GET', '/api/notifications')
  return body.notifications.map(({ text }: { text: string }) => text)
}
const historyOf = async (id: number) => {
  const { rows } = await app.db.execute<{ description: string }>(sql`
    select description from activities where target_type = 'user' and target_id = ${id} order by id`)
  return rows.map(({ description }) => description)
}

describe('a team', () => {
  test.each([
    [{ name: 'ab' }, 'name', 'Name must be at least 3 characters'],
    [{ name: 'night crew' }, 'name', 'Name may only contain letters, digits, and _ - .'],
    [{ name: 'Night', text: 'x'.repeat(2001) }, 'text', 'Text must be at most 2000 characters'],
    [{ name: 'Night', links: [{ label: 'x', url: 'ftp://x' }] }, 'links', 'Link must start with'],
  ])('with %j is rejected', async (body, field, message) => {
    const reply = await create(owner, body)

    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.body.fields)).toContain(message)
    expect(Object.keys(reply.body.fields)[0]).toContain(field)
  })

  test('has a name that neither a user, another team nor the staff has', async () => {
    await createTeam(app, owner, 'Lanterns')

    for (const name of ['lanterns', owner.username.toUpperCase(), 'Moderators'])
      expect(await create(owner, { name })).toMatchObject({
        status: 409,
        body: { fields: { name: 'This name is already taken' } },
      })
    const rename = { username: 'LANTERNS' }
    expect((await app.request(owner, 'PUT', '/api/auth/profile', rename)).status).toBe(409)
    expect((await create(null, { name: 'Other' })).status).toBe(401)
  })

  test('has a page with its texts and members, which only an owner changes', async () => {
    const [maintainer, stranger] = [await app.createUser(), await app.createUser()]
    const { body: team } = await create(owner, { name: 'Night.Crew' })
    await joinTeam(app, { id: team.id, owner, user: maintainer, role: 'maintainer' })

    for (const user of [maintainer, stranger])
      expect((await edit(user, team.id, { name: 'Mine' })).status).toBe(403)
    expect((await read(stranger, team.id)).status).toBe(403)
    expect((await read(null, team.id)).status).toBe(401)
    expect((await pageOf('nobody')).status).toBe(404)
    expect((await pageOf(owner.username)).status).toBe(404)

    const { status, body } = await pageOf('NIGHT.CREW')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: team.id,
      name: 'Night.Crew',
      image: null,
      links: draft.links,
      scriptsUploaded: 0,
      members: [
        { username: owner.username, role: 'owner' },
        { username: maintainer.username, role: 'maintainer' },
      ],
      scripts: { scripts: [] },
    })
    expect((await edit(owner, team.id, { name: 'Day-Crew', text: '' })).body).toMatchObject({
      name: 'Day-Crew',
    })
    expect((await pageOf('night.crew')).status).toBe(404)
    expect((await pageOf('day-crew')).body).toMatchObject({ name: 'Day-Crew', formattedText: [] })
    expect(await ownOf(maintainer)).toMatchObject({ teams: [{ name: 'Day-Crew', role: 'maintainer' }] })
  })

  test('is limited in number for each owner', async () => {
    const user = await app.createUser()
    for (let count = 0; count < teamLimits.ownedMax; count++) await createTeam(app, user)

    expect(await create(user, { name: 'One-more' })).toMatchObject({
      status: 409,
      body: { error: 'A user can own at most 10 teams' },
    })
    const other = await createTeam(app, owner)
    const invitation = { username: user.username, role: 'owner' }
    await app.request(owner, 'POST', `/api/teams/${other.id}/invitations`, invitation)
    const [open] = (await ownOf(user)).invitations
    expect((await app.request(user, 'POST', `/api/team-invitations/${open.id}/accept`)).status).toBe(409)
    expect((await pageOf(other.username)).body.members).toHaveLength(1)
  })

  test('is not a user: it is neither banned nor invited, and administrators do not list it', async () => {
    const admin = await app.createOwner()
    const team = await createTeam(app, owner, 'Unlisted')
    const id = await insertTestScript(app, { author: owner })

    const search = await app.request(admin, 'GET', '/api/users/admin/users?q=unlisted')
    expect(search.body.users).toEqual([])
    for (const sort of ['created_at', 'downloads']) {
      const { body } = await app.request(admin, 'GET', `/api/users/admin/users?limit=100&sort=${sort}`)
      expect(body.users.map((user: { id: number }) => user.id)).not.toContain(team.id)
    }
    expect((await app.request(admin, 'GET', `/api/users/admin/users/${team.id}`)).status).toBe(404)
    const suspension = { suspended: true }
    const suspend = `/api/users/admin/users/${team.id}/suspend`
    expect((await app.request(admin, 'PUT', suspend, suspension)).status).toBe(404)
    const invitation = { username: 'unlisted', role: 'maintainer' }
    for (const path of [`/api/scripts/${id}/invitations`, `/api/teams/${team.id}/invitations`])
      expect((await app.request(owner, 'POST', path, invitation)).status).toBe(400)
  })

  test('that owns scripts cannot be deleted; without any it is', async () => {
    const contributor = await app.createUser()
    const team = await createTeam(app, owner, 'Short-lived')
    const id = await insertTestScript(app, { author: owner, name: 'Depot' })
    await giveToTeam(app, id, { owner, team, accepts: owner })
    await joinTeam(app, { id: team.id, owner, user: contributor, role: 'contributor' })
    const remove = (user: TestUser) => app.request(user, 'DELETE', `/api/teams/${team.id}`)

    expect((await remove(contributor)).status).toBe(403)
    expect(await remove(owner)).toMatchObject({
      status: 409,
      body: { error: 'This team owns scripts. Transfer or delete them before you delete the team' },
    })
    expect((await pageOf('short-lived')).body.scripts.scripts).toMatchObject([
      { id, author: 'Short-lived', authorIsTeam: true },
    ])

    await app.request(owner, 'DELETE', `/api/scripts/${id}`)
    expect((await remove(owner)).status).toBe(200)
    expect((await pageOf('short-lived')).status).toBe(404)
    expect(await ownOf(contributor)).toMatchObject({ teams: [] })
    await createTeam(app, owner, 'Short-lived')
    expect(await historyOf(team.id)).toEqual([
      `${owner.username} created the team Short-lived`,
      `${owner.username} invited ${contributor.username} to the team Short-lived`,
      `${contributor.username} joined the team Short-lived`,
      `${owner.username} deleted the team Short-lived`,
    ])
    expect(await newsOf(contributor)).toEqual([
      `${owner.username} deleted Depot.`,
      `${owner.username} invited you to the team Short-lived as a contributor.`,
    ])
  })
})
