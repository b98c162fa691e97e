import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { teamLimits } from '#contract/scripts/script-limits.ts'
import { purgeInvitations } from '#server/scripts/scripts.public.ts'
import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { createTeam, giveToTeam, joinTeam } from '#test-support/teams.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const owner = await app.createUser('scripts.upload')

const invite = (user: TestUser | null, id: number, username: string, role = 'maintainer') =>
  app.request(user, 'POST', `/api/teams/${id}/invitations`, { username, role })
const invitationsOf = async (user: TestUser) =>
  (await app.request(user, 'GET', '/api/account/teams')).body.invitations
const answer = (user: TestUser | null, id: number, how: 'accept' | 'decline') =>
  app.request(user, 'POST', `/api/team-invitations/${id}/${how}`)
const withdraw = (user: TestUser, id: number) => app.request(user, 'DELETE', `/api/team-invitations/${id}`)
const remove = (user: TestUser, id: number, { id: userId }: { id: number }) =>
  app.request(user, 'DELETE', `/api/teams/${id}/members/${userId}`)
const changeRole = (user: TestUser, id: number, { id: userId }: { id: number }, role: string) =>
  app.request(user, 'PUT', `/api/teams/${id}/members/${userId}`, { role })
const transfer = (user: TestUser, id: number, username: string) =>
  app.request(user, 'POST', `/api/scripts/${id}/transfer`, { username })
const membersOf = async (id: number): Promise<{ username: string; role: string }[]> => {
  const { rows } = await app.db.execute<{ username: string; role: string }>(sql`
    select u.username, m.role from team_members m join users u on u.id = m.user_id
    where m.team_id = ${id} order by m.since, m.user_id`)
  return rows
}
const newsOf = async (user: TestUser) => {
  await dispatchAll(app)
  const { body } = await app.request(user, 'GET', '/api/notifications')
  return body.notifications.map(({ text }: { text: string }) => text)
}
const statusesOf = (replies: { status: number }[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other)
const expire = () => app.db.execute(sql`update team_invitations set expires_at = now() - interval '1 minute'`)

describe('an invitation to a team is rejected', () => {
  test('of a user who is unknown, banned, deleted, a member already, or invites themselves', async () => {
    const team = await createTeam(app, owner)
    const [member, banned, gone] = [await app.createUser(), await app.createUser(), await app.createUser()]
    await joinTeam(app, { id: team.id, owner, user: member, role: 'contributor' })
    await app.db.execute(sql`
      insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
      values (${banned.id}, 'spam', true, 'owner', -2)`)
    await app.db.execute(sql`update users set status = 'inactive' where id = ${gone.id}`)

    for (const [username, message] of [
      ['unknown-name', 'There is no user with this name'],
      [banned.username, 'This user cannot be invited'],
      [gone.username, 'This user cannot be invited'],
      [owner.username, 'You are a member of this team already'],
      [team.username, 'A team cannot be a member of a team'],
    ] as const)
      expect(await invite(owner, team.id, username)).toMatchObject({
        status: 400,
        body: { fields: { username: message } },
      })
    expect((await invite(owner, team.id, member.username)).status).toBe(409)
    expect((await invite(owner, team.id, member.username, 'admin')).status).toBe(400)
    expect(await membersOf(team.id)).toHaveLength(2)
  })

  test('by anyone but an owner, and twice', async () => {
    const team = await createTeam(app, owner)
    const [maintainer, other] = [await app.createUser(), await app.createUser()]
    await joinTeam(app, { id: team.id, owner, user: maintainer, role: 'maintainer' })

    expect((await invite(maintainer, team.id, other.username)).status).toBe(403)
    expect((await invite(other, team.id, other.username)).status).toBe(403)
    expect((await invite(null, team.id, other.username)).status).toBe(401)
    expect((await invite(owner, 2_000_000_000, other.username)).status).toBe(404)
    const both = await Promise.all([1, 2].map(() => invite(owner, team.id, other.username)))
    expect(statusesOf(both)).toEqual([200, 409])
    expect(await invitationsOf(other)).toHaveLength(1)
  })

  test('beyond the members of a team, and beyond those that one user sends in 14 days', async () => {
    const sender = await app.createUser()
    const full = await createTeam(app, sender)
    await app.db.execute(sql`
      with added as (
        insert into users (username, username_key, email, email_key)
        select 'full' || n, 'full' || n, 'full' || n || '@example.com', 'full' || n || '@example.com'
        from generate_series(1, ${teamLimits.membersMax - 1}::int) n returning id)
      insert into team_members (team_id, user_id, role, since) select ${full.id}, id, 'contributor', now() from added`)
    const invitee = await app.createUser()
    expect(await invite(sender, full.id, invitee.username)).toMatchObject({
      status: 409,
      body: { error: 'A team can have 50 members and open invitations at most' },
    })

    const team = await createTeam(app, sender)
    await app.db.execute(sql`
      insert into team_invitations (team_id, user_id, role, invited_by, created_at, expires_at, answer)
      select ${team.id}, id, 'contributor', ${sender.id}, now(), now() + interval '1 day', 'withdrawn'
      from users order by id limit ${teamLimits.sentMax}`)
    expect(await invite(sender, team.id, invitee.username)).toMatchObject({
      status: 409,
      body: { error: 'You can send 50 invitations to teams in 14 days at most' },
    })
    expect(await invitationsOf(invitee)).toEqual([])
  })
})

test('an invitation is answered once, by its user, before it expires or is withdrawn', async () => {
  const team = await createTeam(app, owner, 'Riverside')
  const [user, other] = [await app.createUser(), await app.createUser()]
  await invite(owner, team.id, user.username)
  const [first] = await invitationsOf(user)

  expect((await answer(other, first.id, 'accept')).status).toBe(404)
  expect((await answer(null, first.id, 'accept')).status).toBe(401)
  expect((await withdraw(user, first.id)).status).toBe(403)
  expect((await withdraw(owner, first.id)).status).toBe(200)
  expect(await answer(user, first.id, 'accept')).toMatchObject({
    status: 409,
    body: { error: 'This invitation was withdrawn' },
  })
  await invite(owner, team.id, user.username)
  const [second] = await invitationsOf(user)
  await expire()
  expect((await answer(user, second.id, 'accept')).body.error).toBe('This invitation has expired')
  expect(await invitationsOf(user)).toEqual([])
  await purgeInvitations(app.app)
  expect((await answer(user, second.id, 'accept')).status).toBe(404)
  expect(await membersOf(team.id)).toHaveLength(1)

  await invite(owner, team.id, user.username)
  const [third] = await invitationsOf(user)
  expect(third).toMatchObject({ role: 'maintainer', team: { name: 'Riverside' }, invitedBy: owner.username })
  expect((await answer(user, third.id, 'accept')).status).toBe(200)
  expect((await answer(user, third.id, 'accept')).body.error).toBe('This invitation was already accepted')
  expect((await answer(user, third.id, 'decline')).status).toBe(409)
  expect(await membersOf(team.id)).toHaveLength(2)

  await invite(owner, team.id, other.username, 'owner')
  const [fourth] = await invitationsOf(other)
  expect((await answer(other, fourth.id, 'decline')).status).toBe(200)
  expect((await invite(owner, team.id, other.username)).status).toBe(409)
  expect((await newsOf(owner)).slice(0, 2)).toEqual([
    `${other.username} declined your invitation to the team Riverside.`,
    `${user.username} joined the team Riverside as a maintainer.`,
  ])
})

test('a team always has an owner; members leave, and owners remove others', async () => {
  const team = await createTeam(app, owner, 'Harbour')
  const [second, contributor] = [await app.createUser(), await app.createUser()]
  await joinTeam(app, { id: team.id, owner, user: contributor, role: 'contributor' })

  expect(await remove(owner, team.id, owner)).toMatchObject({
    status: 409,
    body: { error: 'You are the last owner. Make another member an owner, or delete the team' },
  })
  expect((await changeRole(owner, team.id, owner, 'maintainer')).status).toBe(409)
  expect((await remove(contributor, team.id, owner)).status).toBe(403)
  expect((await remove(second, team.id, contributor)).status).toBe(403)
  expect((await changeRole(contributor, team.id, contributor, 'owner')).status).toBe(403)
  expect((await remove(owner, team.id, second)).status).toBe(404)
  expect(await membersOf(team.id)).toHaveLength(2)

  await joinTeam(app, { id: team.id, owner, user: second, role: 'owner' })
  const both = await Promise.all([remove(owner, team.id, owner), remove(second, team.id, second)])
  expect(statusesOf(both)).toEqual([200, 409])
  const [left, stays] = both[0].status === 200 ? [owner, second] : [second, owner]
  expect(await membersOf(team.id)).toMatchObject([
    ...(stays === owner ? [{ username: owner.username, role: 'owner' }] : []),
    { username: contributor.username, role: 'contributor' },
    ...(stays === second ? [{ username: second.username, role: 'owner' }] : []),
  ])
  expect((await remove(left, team.id, contributor)).status).toBe(403)
  expect((await changeRole(stays, team.id, contributor, 'maintainer')).status).toBe(200)
  await dispatchAll(app)
  expect((await remove(stays, team.id, contributor)).status).toBe(200)
  expect((await newsOf(contributor)).slice(0, 3)).toEqual([
    `${stays.username} removed you from the team Harbour.`,
    `${stays.username} made ${contributor.username} a maintainer of the team Harbour.`,
    `${left.username} left the team Harbour.`,
  ])
})

describe('a script', () => {
  test('is offered to a team, and an owner of the team accepts', async () => {
    const teamOwner = await app.createUser()
    const [maintainer, stranger] = [await app.createUser(), await app.createUser()]
    const team = await createTeam(app, teamOwner, 'Workshop')
    await joinTeam(app, { id: team.id, owner: teamOwner, user: maintainer, role: 'maintainer' })
    const id = await insertTestScript(app, { author: owner, name: 'Lift' })
    expect((await transfer(owner, id, 'workshop')).status).toBe(200)
    expect((await transfer(owner, id, 'workshop')).status).toBe(409)
    const { body } = await app.request(teamOwner, 'GET', '/api/invitations')
    const [offer] = body.invitations
    expect(offer).toMatchObject({
      kind: 'transfer',
      script: { name: 'Lift' },
      team: { username: 'Workshop' },
    })

    for (const user of [maintainer, stranger, owner])
      expect((await app.request(user, 'POST', `/api/invitations/${offer.id}/accept`)).status).toBe(404)
    expect((await app.request(null, 'GET', `/api/scripts/${id}`)).body.author).toBe(owner.username)
    expect((await app.request(teamOwner, 'POST', `/api/invitations/${offer.id}/accept`)).status).toBe(200)

    expect((await app.request(null, 'GET', `/api/scripts/${id}`)).body).toMatchObject({
      author: 'Workshop',
      authorIsTeam: true,
      userId: team.id,
      coAuthors: [{ id: owner.id, role: 'maintainer' }],
      teamMembers: [
        { id: teamOwner.id, role: 'owner' },
        { id: maintainer.id, role: 'maintainer' },
      ],
    })
    const { body: profile } = await app.request(null, 'GET', '/api/users/profile/workshop')
    expect(profile).toMatchObject({ isTeam: true, scriptsUploaded: 1 })
    expect((await app.request(maintainer, 'GET', '/api/scripts/my-scripts')).body.scripts).toMatchObject([
      { id },
    ])
    expect(await newsOf(teamOwner)).toContain(
      `${owner.username} wants to transfer Lift to your team Workshop, which would own it.`,
    )
    expect(await newsOf(owner)).toContain('Workshop owns Lift now.')
  })

  test('goes back from a team to a user, and the team has no right any more', async () => {
    const user = await app.createUser()
    const team = await createTeam(app, owner)
    const id = await insertTestScript(app, { author: owner })
    await giveToTeam(app, id, { owner, team, accepts: owner })
    await transfer(owner, id, user.username)
    const [offer] = (await app.request(user, 'GET', '/api/invitations')).body.invitations
    expect((await app.request(user, 'POST', `/api/invitations/${offer.id}/accept`)).status).toBe(200)

    const { body } = await app.request(null, 'GET', `/api/scripts/${id}`)
    expect(body).toMatchObject({ author: user.username })
    expect(body).not.toHaveProperty('teamMembers')
    expect((await app.request(owner, 'DELETE', `/api/scripts/${id}`)).status).toBe(403)
  })

  test('is not offered to a team that is full or hidden, and a full team does not accept', async () => {
    const team = await createTeam(app, owner)
    const id = await insertTestScript(app, { author: owner })
    const waiting = await insertTestScript(app, { author: owner })
    await transfer(owner, waiting, team.username)
    const fill = sql`
      insert into scripts (name, user_id, category_id, status, file_size)
      select 'Filler', ${team.id}, category_id, status, 1 from scripts, generate_series(1, ${teamLimits.scriptsMax}::int)
      where scripts.id = ${id}`
    await app.db.execute(fill)

    expect(await transfer(owner, id, team.username)).toMatchObject({
      status: 409,
      body: { error: 'A team can own at most 500 scripts' },
    })
    const [offer] = (await app.request(owner, 'GET', '/api/invitations')).body.invitations
    expect((await app.request(owner, 'POST', `/api/invitations/${offer.id}/accept`)).status).toBe(409)
    expect((await app.request(null, 'GET', `/api/scripts/${waiting}`)).body.author).toBe(owner.username)
  })
})
