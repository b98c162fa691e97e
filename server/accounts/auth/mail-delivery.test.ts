import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { startMailbox } from '#test-support/mail.ts'
import { freePort } from '#test-support/free-port.ts'
import { startTestApp } from '#test-support/test-app.ts'

test('without a mail server mails are files that only the system user of the app can read', async () => {
  const app = await startTestApp({ runsJobs: true })
  const outbox = join(app.dataDir, 'outbox')

  await app.registerUser('filed')

  const written = async () => (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json'))
  await expect.poll(written).toHaveLength(1)
  const [name = ''] = await written()
  expect(JSON.parse(await readFile(join(outbox, name), 'utf8'))).toMatchObject({
    from: { name: 'Scripthaven' },
    to: 'filed@example.com',
    subject: 'Confirm your email address - Scripthaven',
    text: expect.stringMatching(/https:\/\/hub\.example\/verify-email\?token=[\w-]{43}\n/),
    html: expect.stringContaining('<p>Hello,</p>'),
  })
  expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600)
})

test('an unavailable mail server fails no request, and the mail is delivered later', async () => {
  const port = await freePort()
  const app = await startTestApp({ runsJobs: true, config: { smtpUrl: `smtp://127.0.0.1:${port}` } })
  const jobs = async () => {
    const { rows } = await app.db.execute<{ attempts: number; max: number; error: string | null }>(sql`
      select attempts, max_attempts as max, last_error as error from graphile_worker._private_jobs
      where payload ->> 'to' = 'registered@example.com' and locked_at is null`)
    return rows
  }

  await app.registerUser('registered')

  await expect.poll(jobs).toEqual([{ attempts: 1, max: 13, error: expect.stringContaining('ECONNREFUSED') }])

  const mailbox = await startMailbox(port)
  await app.db.execute(sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker._private_jobs`)
  // A new job wakes the runner, which then takes all due jobs.
  await app.registerUser('another')

  expect((await mailbox.next('registered@example.com')).message).toContain('Confirm your email address')
  await expect.poll(jobs).toEqual([])
})

test('a mail with an expired link is not retried', async () => {
  let time = new Date()
  const app = await startTestApp({
    runsJobs: true,
    clock: { now: () => time },
    config: { smtpUrl: `smtp://127.0.0.1:${await freePort()}` },
  })
  await app.registerUser('late')
  const left = async () => {
    const { rows } = await app.db.execute(sql`
      select attempts from graphile_worker._private_jobs where payload ->> 'to' = 'late@example.com' and locked_at is null`)
    return rows
  }
  await expect.poll(left).toEqual([{ attempts: 1 }])

  time = new Date(time.getTime() + 8 * 24 * 3_600_000)
  await app.db.execute(sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker._private_jobs`)
  await app.registerUser('prompt')

  await expect.poll(left).toEqual([])
})

/** Starts an app that delivers a mail to a server that accepts the connection and never responds. */
async function startHangingDelivery(username: string) {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const lines: string[] = []
  const app = await startTestApp({
    runsJobs: true,
    config: { smtpUrl: `smtp://127.0.0.1:${port}` },
    onLog: (line) => lines.push(line),
  })
  // Registered first, so that it runs before the app stops, which would wait for the mail.
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const holders = async () => {
    const { rows } = await app.db.execute<{ holder: string | null }>(sql`
      select locked_by as holder from graphile_worker.jobs where task_identifier = 'deliver-mail' order by id`)
    return rows.map(({ holder }) => holder)
  }
  await app.registerUser(username)
  await expect.poll(holders).toEqual([expect.stringMatching(/^pool-/)])
  const errors = () => lines.filter((line) => line.includes('"level":"error"'))
  return { app, holders, errors }
}

test('a starting node does not take over a mail that a live node is delivering', async () => {
  const { app, holders } = await startHangingDelivery('held')
  const [living] = await holders()

  await app.startNode()

  expect(await holders()).toEqual([living])
})

test('a hanging mail server delays a shutdown by three seconds, and the mail stays queued', async () => {
  const { app, errors } = await startHangingDelivery('left')
  const database = new Client({ ...app.database.config })
  await database.connect()
  onTestFinished(() => database.end())
  const startedAt = performance.now()

  await app.stop()

  expect(errors()).toEqual([])
  expect(performance.now() - startedAt).toBeLessThan(30_000)
  const left = await database.query(`
    select payload ->> 'to' as to, attempts, last_error, locked_by from graphile_worker._private_jobs`)
  expect(left.rows).toEqual([
    {
      to: 'left@example.com',
      attempts: 1,
      last_error: expect.stringContaining('The shutdown abandoned this job'),
      locked_by: null,
    },
  ])
})
