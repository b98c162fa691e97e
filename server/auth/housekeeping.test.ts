import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { jobs } from '#server/jobs.ts'
import { startTestHub } from '#server/testing.ts'

let time = new Date('2026-03-01T00:00:00Z')
const hub = await startTestHub({ clock: { now: () => time } })
const days = (count: number) => new Date(time.getTime() + count * 24 * 3_600_000)

async function runJob(name: string) {
  const job = jobs.find((candidate) => candidate.name === name)
  if (!job?.schedule) throw new Error(`There is no scheduled job ${name}`)
  await job.run(hub.hub, {})
}

test('a membership that has ended leaves the counts and the stored profile', async () => {
  const member = await hub.person()
  const stays = await hub.person()
  const groupId = await hub.joinGroup(member.id, 'Visitors', 40, [])
  await hub.db.execute(
    sql`insert into memberships (user_id, group_id, expires_at) values (${stays.id}, ${groupId}, ${days(2).toISOString()})`,
  )
  await hub.db.execute(sql`update groups set member_count = 2 where id = ${groupId}`)
  await hub.db.execute(sql`
    update memberships set expires_at = ${days(1).toISOString()} where group_id = ${groupId} and user_id = ${member.id}`)
  const shown = () => hub.as(null, 'GET', `/api/users/profile/${member.username}`)
  const countOf = async () =>
    (await hub.db.execute(sql`select member_count from groups where id = ${groupId}`)).rows[0]
  await runJob('end-expired-memberships')
  expect((await shown()).body.group.display_name).toBe('Visitors')

  time = days(1)
  await runJob('end-expired-memberships')

  expect((await shown()).body.group.display_name).toBe('Member')
  expect(await countOf()).toEqual({ member_count: 1 })
  const { rows } = await hub.db.execute(sql`select user_id from memberships where group_id = ${groupId}`)
  expect(rows).toEqual([{ user_id: stays.id }])
})

test('sessions go with their end, sign-in attempts after 90 days', async () => {
  const member = await hub.registered('visiting')
  await hub.db.execute(sql`
    insert into sign_in_attempts (user_id, ip, succeeded, created_at) values (${member.id}, '192.0.2.1', true, ${days(-91).toISOString()})`)
  const left = async () => {
    const { rows } = await hub.db.execute(sql`
      select (select count(*)::integer from sessions where user_id = ${member.id}) as sessions,
        (select count(*)::integer from sign_in_attempts where user_id = ${member.id}) as attempts`)
    return rows[0]
  }
  await runJob('sweep-sessions')
  expect(await left()).toEqual({ sessions: 1, attempts: 1 })

  time = days(30)
  await runJob('sweep-sessions')

  expect(await left()).toEqual({ sessions: 0, attempts: 1 })
})

test('codes go a day after their end', async () => {
  const member = await hub.registered('coded')
  const left = async () => {
    const { rows } = await hub.db.execute(sql`select kind from codes where user_id = ${member.id}`)
    return rows
  }
  time = days(8)
  await runJob('forget-expired-codes')
  expect(await left()).toEqual([{ kind: 'confirm_email' }])

  time = days(0.01)
  await runJob('forget-expired-codes')

  expect(await left()).toEqual([])
})

test('addresses of the network are shortened after 90 days, and stay so', async () => {
  const member = await hub.registered('addressed')
  const regular = await hub.registered('returning')
  const set = (id: number, first: string, last: string) =>
    hub.db.execute(sql`update users set registration_ip = ${first}, last_login_ip = ${last} where id = ${id}`)
  await set(member.id, '2001:db8:1:2:3:4:5:6', '::ffff:203.0.113.77')
  await set(regular.id, '203.0.113.77', '198.51.100.7')
  const kept = async (id: number) => {
    const { rows } = await hub.db.execute(
      sql`select registration_ip, last_login_ip from users where id = ${id}`,
    )
    return rows[0]
  }

  time = days(91)
  await hub.db.execute(sql`update users set last_login_at = ${time.toISOString()} where id = ${regular.id}`)
  await runJob('shorten-addresses')
  await runJob('shorten-addresses')

  expect(await kept(member.id)).toEqual({
    registration_ip: '2001:db8:1:2::/64',
    last_login_ip: '203.0.113.0/24',
  })
  expect(await kept(regular.id)).toEqual({ registration_ip: '203.0.113.0/24', last_login_ip: '198.51.100.7' })
})
