import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { dateText, after, day } from '#platform/clock.ts'
import { dispatchAll } from '#test-support/events.ts'
import { joinScript } from '#test-support/members.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { purgeInvitations } from './invitations.ts'

let time = new Date()
const app = await startTestApp({ clock: { now: () => time } })
const owner = await app.createUser('scripts.upload')

/** In each test, because sessions of moderators do not last as long as an invitation. */
const createModerator = () => app.createUser('admin.system.access', 'admin.scripts.moderate')

const create = (name = 'Garage') => insertTestScript(app, { author: owner, name })

const invite = (user: TestUser | null, id: number, username: string, role = 'maintainer') =>
  app.request(user, 'POST', `/api/scripts/${id}/invitations`, { username, role })
const offer = (user: TestUser, id: number, { username }: TestUser) =>
  app.request(user, 'POST', `/api/scripts/${id}/transfer`, { username })
const membersOf = async (id: number, user: TestUser = owner) =>
  (await app.request(user, 'GET', `/api/scripts/${id}/members`)).body
const invitationsOf = async (user: TestUser) =>
  (await app.request(user, 'GET', '/api/invitations')).body.invitations
const answer = (user: TestUser | null, id: number, how: 'accept' | 'decline') =>
  app.request(user, 'POST', `/api/invitations/${id}/${how}`)
const withdraw = (user: TestUser, id: number) => app.request(user, 'DELETE', `/api/invitations/${id}`)
const join = (id: number, user: TestUser, role: 'maintainer' | 'contributor' = 'maintainer') =>
  joinScript(app, { id, owner, user, role })
const newsOf = async (user: TestUser) => {
  await dispatchAll(app)
  const { body } = await app.request(user, 'GET', '/api/notifications')
  return body.notifications.map(({ text }: { text: string }) => text)
}
const ban = ({ id }: TestUser) =>
  app.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
    values (${id}, 'spam', true, 'owner', -2)`)

const ascending = (one: number, other: number) => one - other

describe('an invitation is rejected', () => {
  test('of anyone but the owner', async () => {
    const id = await create()
    const [maintainer, other] = [await app.createUser(), await app.createUser()]
    const moderator = await createModerator()
    await join(id, maintainer)

    expect((await invite(null, id, other.username)).status).toBe(401)
    for (const user of [maintainer, other, moderator])
      expect(await invite(user, id, other.username)).toMatchObject({
        status: 403,
        body: { error: 'Only the owner of a script can manage its members' },
      })
    expect((await offer(maintainer, id, maintainer)).status).toBe(403)
    expect((await invite(owner, 999_999, other.username)).status).toBe(404)
    expect((await invite(owner, id, other.username, 'owner')).body.fields).toEqual({
      role: 'Role must be maintainer or contributor',
    })

    expect((await membersOf(id)).invitations).toEqual([])
  })

  test('of the owner, of members, of users who are banned, deleted or not known, and twice', async () => {
    const id = await create()
    const [member, banned, deleted, other] = await Promise.all([1, 2, 3, 4].map(() => app.createUser()))
    if (!member || !banned || !deleted || !other) throw new Error('No users')
    await join(id, member)
    await ban(banned)
    await app.db.execute(sql`update users set status = 'inactive' where id = ${deleted.id}`)

    for (const [username, message] of [
      [owner.username, 'You own this script already'],
      [banned.username, 'This user cannot be invited'],
      [deleted.username, 'This user cannot be invited'],
      ['nobody', 'There is no user with this name'],
    ] as const)
      expect((await invite(owner, id, username)).body.fields).toEqual({ username: message })
    expect((await invite(owner, id, member.username)).status).toBe(409)
    expect((await invite(owner, id, other.username.toUpperCase())).status).toBe(200)
    expect(await invite(owner, id, other.username)).toMatchObject({
      status: 409,
      body: { error: `${other.username} has not answered an earlier invitation. Withdraw it first` },
    })

    expect((await membersOf(id)).invitations).toMatchObject([{ user: { username: other.username } }])
  })

  test('of two at once, one is', async () => {
    const id = await create()
    const other = await app.createUser()

    const responses = await Promise.all([1, 2, 3].map(() => invite(owner, id, other.username)))

    expect(responses.map(({ status }) => status).toSorted(ascending)).toEqual([200, 409, 409])
    expect(await invitationsOf(other)).toHaveLength(1)
  })

  test('beyond the members of a script, and those that one user sends in 14 days', async () => {
    const inviter = await app.createUser()
    const insert = async (name: string) => insertTestScript(app, { author: inviter, name })
    const [first, second, third] = [await insert('First'), await insert('Second'), await insert('Third')]
    const names: string[] = []
    for (let count = 0; count < 20; count++) names.push((await app.createUser()).username)
    const other = await app.createUser()

    for (const id of [first, second])
      for (const name of names) expect((await invite(inviter, id, name)).status).toBe(200)
    expect(await invite(inviter, first, other.username)).toMatchObject({
      status: 409,
      body: { error: 'A script can have 20 members and open invitations at most' },
    })
    for (const name of names.slice(0, 10)) await invite(inviter, third, name)
    expect(await invite(inviter, third, other.username)).toMatchObject({
      status: 409,
      body: { error: 'You can send 50 invitations in 14 days at most' },
    })

    expect(await invitationsOf(other)).toEqual([])
  })

  test('beyond those that one user sends in 14 days, of many at once to several scripts', async () => {
    const inviter = await app.createUser()
    const ids: number[] = []
    for (let count = 0; count < 3; count++) ids.push(await insertTestScript(app, { author: inviter }))
    const invited: { id: number; name: string }[] = []
    for (let count = 0; count < 18; count++) {
      const { username: name } = await app.createUser()
      for (const id of ids) invited.push({ id, name })
    }

    const responses = await Promise.all(invited.map(({ id, name }) => invite(inviter, id, name)))

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(50)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(4)
  })
})

describe('an invitation', () => {
  test('is accepted once, by its user only, before it expires or is withdrawn', async () => {
    const id = await create()
    const [user, late, unwanted] = await Promise.all([1, 2, 3].map(() => app.createUser()))
    if (!user || !late || !unwanted) throw new Error('No users')
    for (const { username } of [user, late, unwanted]) await invite(owner, id, username)
    const [own] = await invitationsOf(user)
    const [ofLate] = await invitationsOf(late)
    const [ofUnwanted] = await invitationsOf(unwanted)
    expect(own).toMatchObject({
      kind: 'member',
      role: 'maintainer',
      script: { id, name: 'Garage' },
      invitedBy: owner.username,
    })

    expect((await answer(null, own.id, 'accept')).status).toBe(401)
    expect((await answer(late, own.id, 'accept')).status).toBe(404)
    expect((await answer(owner, own.id, 'decline')).status).toBe(404)
    expect((await withdraw(user, own.id)).status).toBe(403)
    expect((await withdraw(owner, ofUnwanted.id)).status).toBe(200)
    expect((await answer(unwanted, ofUnwanted.id, 'accept')).body.error).toBe('This invitation was withdrawn')
    expect((await withdraw(owner, ofUnwanted.id)).status).toBe(409)

    const both = await Promise.all([answer(user, own.id, 'accept'), answer(user, own.id, 'accept')])
    expect(both.map(({ status }) => status).toSorted(ascending)).toEqual([200, 409])
    time = after(time, 14 * day)
    expect((await answer(late, ofLate.id, 'accept')).body.error).toBe('This invitation has expired')
    expect(await invitationsOf(late)).toEqual([])
    await purgeInvitations(app.app)
    expect((await answer(late, ofLate.id, 'accept')).status).toBe(404)

    const { members, invitations } = await membersOf(id)
    expect(members).toMatchObject([
      { id: owner.id, role: 'owner' },
      { id: user.id, role: 'maintainer' },
    ])
    expect(invitations).toEqual([])
  })

  test('that was declined can be repeated after it would have expired', async () => {
    const id = await create()
    const user = await app.createUser()
    await invite(owner, id, user.username, 'contributor')
    const [own] = await invitationsOf(user)

    expect((await answer(user, own.id, 'decline')).status).toBe(200)

    expect((await answer(user, own.id, 'accept')).status).toBe(409)
    expect(await newsOf(owner)).toContain(`${user.username} declined your invitation to Garage.`)
    const again = dateText(after(time, 14 * day))
    expect((await invite(owner, id, user.username)).body.error).toBe(
      `${user.username} declined. You can ask again on ${again}`,
    )
    time = after(time, 14 * day)
    expect((await invite(owner, id, user.username)).status).toBe(200)
  })

  test('is not accepted by a user who was banned meanwhile', async () => {
    const id = await create()
    const user = await app.createUser()
    await invite(owner, id, user.username)
    const [own] = await invitationsOf(user)
    await ban(user)

    expect((await answer(user, own.id, 'accept')).status).toBe(403)

    expect((await membersOf(id)).members).toHaveLength(1)
  })
})
