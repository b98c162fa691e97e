import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'

import { startMailbox } from '#platform/mail-testing.ts'
import { freePort } from '#platform/testing-free-port.ts'
import { onDatabase } from '#server/testing-database.ts'
import { startTestHub } from '#server/testing.ts'

test('without a mail server mails are files that only the owner of the hub can read', async () => {
  const hub = await startTestHub({ runsJobs: true })
  const outbox = join(hub.dataDir, 'outbox')

  await hub.registered('filed')

  const written = async () => (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json'))
  await expect.poll(written).toHaveLength(1)
  const [name = ''] = await written()
  expect(JSON.parse(await readFile(join(outbox, name), 'utf8'))).toMatchObject({
    from: { name: 'Scripthaven' },
    to: 'filed@example.com',
    subject: 'Confirm your email address - Scripthaven',
    text: expect.stringMatching(/https:\/\/hub\.example\/verify-email\?token=[\w-]{43}\n/),
    html: expect.stringContaining('Hello filed,'),
  })
  expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600)
})

test('a mail server that is down fails no request, and the mail comes once it is up again', async () => {
  const port = await freePort()
  const hub = await startTestHub({ runsJobs: true, config: { smtpUrl: `smtp://127.0.0.1:${port}` } })
  const jobs = async () => {
    const { rows } = await hub.db.execute<{ attempts: number; max: number; error: string | null }>(sql`
      select attempts, max_attempts as max, last_error as error from graphile_worker._private_jobs
      where payload ->> 'to' = 'patient@example.com' and locked_at is null`)
    return rows
  }

  await hub.registered('patient')

  await expect.poll(jobs).toEqual([{ attempts: 1, max: 13, error: expect.stringContaining('ECONNREFUSED') }])

  const mailbox = await startMailbox(port)
  await hub.db.execute(sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker._private_jobs`)
  // The runner hears of new jobs at once and then takes all that are due.
  await hub.registered('another')

  expect((await mailbox.next('patient@example.com')).message).toContain('Confirm your email address')
  await expect.poll(jobs).toEqual([])
})

test('a mail whose link has died is not tried any longer', async () => {
  let time = new Date()
  const hub = await startTestHub({
    runsJobs: true,
    clock: { now: () => time },
    config: { smtpUrl: `smtp://127.0.0.1:${await freePort()}` },
  })
  await hub.registered('late')
  const left = async () => {
    const { rows } = await hub.db.execute(sql`
      select attempts from graphile_worker._private_jobs where payload ->> 'to' = 'late@example.com' and locked_at is null`)
    return rows
  }
  await expect.poll(left).toEqual([{ attempts: 1 }])

  time = new Date(time.getTime() + 8 * 24 * 3_600_000)
  await hub.db.execute(sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker._private_jobs`)
  await hub.registered('prompt')

  await expect.poll(left).toEqual([])
})

/** A hub that is delivering a mail to a server that takes the line and says nothing, and what the jobs of mails are held by. */
async function hubThatDelivers(username: string) {
  const lines = new Set<Socket>()
  const silent = createServer((line) => lines.add(line.on('error', () => undefined)))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const hub = await startTestHub({ runsJobs: true, config: { smtpUrl: `smtp://127.0.0.1:${port}` } })
  // Before the hub, which would wait for its mail.
  onTestFinished(() => {
    for (const line of lines) line.destroy()
    silent.close()
  })
  const holders = async () => {
    const { rows } = await hub.db.execute<{ holder: string | null }>(sql`
      select locked_by as holder from graphile_worker.jobs where task_identifier = 'deliver-mail' order by id`)
    return rows.map(({ holder }) => holder)
  }
  await hub.registered(username)
  await expect.poll(holders).toEqual([expect.stringMatching(/^pool-/)])
  return { hub, holders }
}

test('a mail that a living hub is delivering is left to it when another one starts', async () => {
  const { hub, holders } = await hubThatDelivers('held')
  const [living] = await holders()

  await hub.anotherNode()

  expect(await holders()).toEqual([living])
})

test('a mail server that hangs holds a stop up for three seconds, and the mail waits for the next start', async () => {
  const { hub } = await hubThatDelivers('left')
  const { rows } = await hub.db.execute<{ name: string }>(sql`select current_database() as name`)
  const database = new Client({ ...onDatabase(inject('database'), rows[0]?.name ?? '') })
  await database.connect()
  onTestFinished(() => database.end())
  const startedAt = performance.now()

  await hub.stop()

  expect(performance.now() - startedAt).toBeLessThan(6_000)
  const left = await database.query(`
    select payload ->> 'to' as to, attempts, last_error, locked_by from graphile_worker._private_jobs`)
  expect(left.rows).toEqual([
    {
      to: 'left@example.com',
      attempts: 1,
      last_error: expect.stringContaining('The hub stopped before this was done'),
      locked_by: null,
    },
  ])
})
