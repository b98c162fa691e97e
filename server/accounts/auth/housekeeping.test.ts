import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { jobs } from '#server/jobs.ts'
import { startTestApp } from '#test-support/test-app.ts'

let time = new Date('2026-03-01T00:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })
const days = (count: number) => new Date(time.getTime() + count * 24 * 3_600_000)

async function runJob(name: string) {
  const job = jobs.find((candidate) => candidate.name === name)
  if (!job?.schedule) throw new Error(`There is no scheduled job ${name}`)
  await job.run(app.app, {}, new AbortController().signal)
}

test('an expired membership is removed from the counts and the cached profile', async () => {
  const member = await app.createUser()
  const other = await app.createUser()
  const groupId = await app.joinGroup(member.id, 'Visitors', 40, [])
  await app.db.execute(
    sql`insert into memberships (user_id, group_id, expires_at) values (${other.id}, ${groupId}, ${days(2).toISOString()})`,
  )
  await app.db.execute(sql`update groups set member_count = 2 where id = ${groupId}`)
  await app.db.execute(sql`
    update memberships set expires_at = ${days(1).toISOString()} where group_id = ${groupId} and user_id = ${member.id}`)
  const readProfile = () => app.request(null, 'GET', `/api/users/profile/${member.username}`)
  const countOf = async () =>
    (await app.db.execute(sql`select member_count from groups where id = ${groupId}`)).rows[0]
  await runJob('end-expired-memberships')
  expect((await readProfile()).body.group.display_name).toBe('Visitors')

  time = days(1)
  await runJob('end-expired-memberships')

  expect((await readProfile()).body.group.display_name).toBe('Member')
  expect(await countOf()).toEqual({ member_count: 1 })
  const { rows } = await app.db.execute(sql`select user_id from memberships where group_id = ${groupId}`)
  expect(rows).toEqual([{ user_id: other.id }])
})

test('expired sessions are removed, sign-in attempts after 90 days', async () => {
  const member = await app.registerUser('visiting')
  await app.db.execute(sql`
    insert into sign_in_attempts (user_id, ip, succeeded, created_at) values (${member.id}, '192.0.2.1', true, ${days(-91).toISOString()})`)
  const left = async () => {
    const { rows } = await app.db.execute(sql`
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

test('one-time tokens are removed a day after they expire', async () => {
  const member = await app.registerUser('registered')
  const left = async () => {
    const { rows } = await app.db.execute(sql`select kind from codes where user_id = ${member.id}`)
    return rows
  }
  time = days(8)
  await runJob('purge-expired-tokens')
  expect(await left()).toEqual([{ kind: 'confirm_email' }])

  time = days(0.01)
  await runJob('purge-expired-tokens')

  expect(await left()).toEqual([])
})

test('IPs are replaced by their network after 90 days, once', async () => {
  const member = await app.registerUser('inactive')
  const regular = await app.registerUser('returning')
  const set = (id: number, first: string, last: string) =>
    app.db.execute(sql`update users set registration_ip = ${first}, last_login_ip = ${last} where id = ${id}`)
  await set(member.id, '2001:db8:1:2:3:4:5:6', '::ffff:203.0.113.77')
  await set(regular.id, '203.0.113.77', '198.51.100.7')
  const storedIps = async (id: number) => {
    const { rows } = await app.db.execute(
      sql`select registration_ip, last_login_ip from users where id = ${id}`,
    )
    return rows[0]
  }

  time = days(91)
  await app.db.execute(sql`update users set last_login_at = ${time.toISOString()} where id = ${regular.id}`)
  await runJob('anonymize-ips')
  await runJob('anonymize-ips')

  expect(await storedIps(member.id)).toEqual({
    registration_ip: '2001:db8:1:2::/64',
    last_login_ip: '203.0.113.0/24',
  })
  expect(await storedIps(regular.id)).toEqual({
    registration_ip: '203.0.113.0/24',
    last_login_ip: '198.51.100.7',
  })
})

test('jobs that a node of the previous version has scheduled run under their former names', async () => {
  const { db } = await startTestApp({ runsJobs: true })
  const names = jobs.flatMap(({ formerName }) => formerName ?? [])
  expect(names).toContain('shorten-addresses')

  for (const name of names) await db.execute(sql`select graphile_worker.add_job(${name}, '{}')`)

  const queued = async () => (await db.execute(sql`select task_identifier from graphile_worker.jobs`)).rows
  await expect.poll(queued).toEqual([])
})
