import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { Client } from 'pg'
import { SMTPServer } from 'smtp-server'

import { startApp, type RunningProcess } from '#test-support/app-process.ts'
import { median } from '#test-support/percentiles.ts'

import type { Harness } from '../harness.ts'
import { interleave } from '../load/interleave.ts'
import { ratioOf, type Result, type Row } from '../result.ts'
import type { Site } from '../sites/open-site.ts'
import { tokenSecret } from '../sites/sign-users-in.ts'

/** Another site than that of the rescan, which changes it too. */
const scriptsCount = 8_000
const followersCount = 5_000
const manyFollowersCount = 100_000
const digestsCount = 10_000
const entriesPerDigest = 5
/** The seconds after a version in which its followers are notified: 10 of a full run. */
const secondsFactor = 5

/** The notifications of a version, and the digests of many users, over SMTP to a server of this process. */
export async function measureFollowers(harness: Harness): Promise<Result> {
  const { pace, share, folder: sites } = harness.run
  const scripts = Math.round(scriptsCount * share)
  const followers = Math.round(followersCount * share)
  const many = Math.round(manyFollowersCount * share)
  const digests = Math.round(digestsCount * share)
  // The measurement changes it.
  await rm(join(sites, `site-${scripts}`), { recursive: true, force: true })
  const site = await harness.site(scripts)
  const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-bench-followers-'))
  const mailbox = await countMails()
  await addFollowers(site, 1, followers)
  await addFollowers(site, 2, many)
  const app = await startApp({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: site.databaseUrl,
    SMTP_URL: mailbox.url,
    TOKEN_SECRET: tokenSecret,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  })
  try {
    const turns = pace.rounds
    const window = pace.seconds * secondsFactor
    const once = await measureTurns(site, app, {
      name: `list in the ${window} s after a version`,
      isOnce: true,
      turns,
      seconds: window,
    })
    const always = await measureTurns(site, app, {
      name: 'list while version after version is published',
      isOnce: false,
      turns,
      seconds: pace.seconds,
    })
    const batches = await notifyMany(site)
    const mails = await mailDigests(site, mailbox, digests)
    return {
      name: 'followers',
      title: 'Notifications and digests',
      how: `Cached lists on 64 connections in the ${window} s after a version of a script with ${count(followers)} followers, who have the default settings, in turn with the same lists alone (the middle one of ${turns} turns is shown); then the same while version after version is published. After that one version of a script with ${count(many)} followers, and the weekly digests of ${count(digests)} users with ${entriesPerDigest} scripts each, delivered over SMTP to a server on the same machine.`,
      measuredAt: new Date().toISOString(),
      rows: [middleOf(once.rows), middleOf(always.rows)],
      thresholds: [
        {
          metric: `${count(followers)} followers are notified, while lists are requested`,
          value: median(once.seconds),
          unit: 's',
          limit: { atMost: 10 },
        },
        {
          metric: 'cached list while they are notified: rate vs. alone',
          value: median(once.rows.map(ratioOf)),
          unit: '',
          limit: { atLeast: 0.9 },
        },
        {
          metric: `${count(many)} followers are notified`,
          value: batches.seconds,
          unit: 's',
          limit: { atMost: 200 },
        },
        {
          metric: 'the longest transaction meanwhile',
          value: batches.longest,
          unit: 's',
          limit: { atMost: 2 },
        },
        {
          metric: `${count(digests)} digests are queued`,
          value: mails.queued,
          unit: 's',
          limit: { atMost: 60 },
        },
        {
          metric: `${count(digests)} digests are delivered`,
          value: mails.delivered,
          unit: 's',
          limit: { atMost: 60 },
        },
      ],
    }
  } finally {
    await app.stop()
    await mailbox.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const count = (value: number) => value.toLocaleString('en')

/** An SMTP server that counts the emails that it accepts. */
async function countMails() {
  const received = { mails: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, _session, done) {
      stream.resume()
      stream.once('end', () => {
        received.mails++
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  const address = listening.address()
  if (typeof address !== 'object' || !address) throw new Error('The mail server has no port')
  return {
    received,
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

async function addFollowers({ client }: Site, scriptId: number, followers: number): Promise<void> {
  await client.query(
    `with added as (
      insert into users (username, username_key, email, email_key, email_verified)
      select name, name, name || '@crowd.example', name || '@crowd.example', true
      from (select 'crowd' || $1::int || 'x' || n as name from generate_series(1, $2::int) n) numbered returning id)
    insert into follows (user_id, script_id, created_at) select id, $1::int, now() from added`,
    [scriptId, followers],
  )
  // Followers with a filter would wait for its analysis.
  await client.query(`update scripts set attributes = '{report:none}' where id = $1`, [scriptId])
}

let published = 0

/** Hours apart, so that each version has notifications of its own. Resolves when its followers are notified. */
async function publish({ client }: Site, scriptId: number): Promise<void> {
  published++
  await client.query(
    `with version as (
      insert into script_versions (script_id, number, file_name, extension, size, sha256, entries, unpacked_size, published_at)
      select $1::int, '2.' || $2::int, 'a.zip', 'zip', 1, sha256, 1, 1, now() + $2::int * interval '1 hour'
      from script_versions where script_id = $1::int limit 1 returning id
    ), event as (
      insert into events (kind, script_id, version_id, data, created_at)
      select 'version-published', $1::int, id, jsonb_build_object('script', 'Garage', 'number', '2.0', 'author', 'Marlow'), now()
      from version returning id
    )
    select graphile_worker.add_job('dispatch-event', json_build_object('id', id)) from event`,
    [scriptId, published],
  )
  await untilDone(client, 'dispatch-event')
}

async function untilDone(client: Client, job: string): Promise<void> {
  const text = `select from graphile_worker.jobs where task_identifier = $1 limit 1`
  while ((await client.query(text, [job])).rowCount !== 0) await pause(20)
}

/** The list while versions are published, and alone. With `isOnce` one version at the start of each turn. */
async function measureTurns(
  site: Site,
  app: RunningProcess,
  {
    name,
    isOnce,
    turns,
    seconds: duration,
  }: { name: string; isOnce: boolean; turns: number; seconds: number },
): Promise<{ rows: Row[]; seconds: number[] }> {
  const list = { name, url: `${app.url}/api/scripts`, pids: [app.pid] }
  const rows: Row[] = []
  const seconds: number[] = []
  while (rows.length < turns) {
    const turn = { isOver: isOnce }
    const publishing = (async () => {
      // The load first warms up for this long.
      await pause(400)
      do {
        const startedAt = performance.now()
        await publish(site, 1)
        seconds.push((performance.now() - startedAt) / 1000)
      } while (!turn.isOver)
    })()
    const [during] = await interleave([list], { rounds: 1, seconds: duration })
    turn.isOver = true
    await publishing
    const [baseline] = await interleave([list], { rounds: 1, seconds: duration })
    if (during && baseline) rows.push({ ...during, baseline })
  }
  return { rows, seconds }
}

function middleOf(rows: readonly Row[]): Row {
  const middle = rows.toSorted((a, b) => ratioOf(a) - ratioOf(b))[rows.length >> 1]
  if (!middle) throw new Error('Nothing was measured')
  return middle
}

/** How long it takes, and how long its longest transaction. */
async function notifyMany(site: Site): Promise<{ seconds: number; longest: number }> {
  const observer = new Client({ connectionString: site.databaseUrl })
  await observer.connect()
  // Not those of other jobs that began before.
  const began = await observer.query<{ now: string }>('select clock_timestamp()::text as now')
  const turn = { isOver: false }
  let longest = 0
  const observing = (async () => {
    while (!turn.isOver) {
      const { rows } = await observer.query<{ seconds: number | null }>(
        `select max(extract(epoch from clock_timestamp() - xact_start))::float8 as seconds from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
          and xact_start >= $1::timestamptz`,
        [began.rows[0]?.now],
      )
      longest = Math.max(longest, rows[0]?.seconds ?? 0)
      await pause(10)
    }
  })()
  const startedAt = performance.now()
  await publish(site, 2)
  const seconds = (performance.now() - startedAt) / 1000
  turn.isOver = true
  await observing
  await observer.end()
  return { seconds, longest }
}

/** Until the last one is queued, and until the mail server has them all. */
async function mailDigests(
  { client, scripts }: Site,
  { received }: { received: { mails: number } },
  digests: number,
): Promise<{ queued: number; delivered: number }> {
  await client.query('truncate digest_entries')
  await client.query(
    `with added as (
      insert into notifications (user_id, event_id, kind, data, path, created_at)
      select u.id, -1000000 - v.id, 'version-published', jsonb_build_object('script', 'Garage', 'number', v.number, 'author', 'Marlow',
        'scriptId', v.script_id, 'versionId', v.id, 'firstId', v.id), '/scripts/' || v.script_id, now()
      from (select id, row_number() over () as n from users where email_verified limit $1) u
        cross join generate_series(1, $2::int) k
        join script_versions v on v.id = 1 + (u.n * 7 + k * 13) % $3::int
      returning id, user_id)
    insert into digest_entries (user_id, notification_id, created_at, due_at) select user_id, id, now(), now() from added`,
    [digests, entriesPerDigest, scripts],
  )
  await client.query('analyze digest_entries, notifications')
  received.mails = 0
  const startedAt = performance.now()
  const since = () => (performance.now() - startedAt) / 1000
  await client.query(`select graphile_worker.add_job('send-digests')`)
  await untilDone(client, 'send-digests')
  const queued = since()
  while (received.mails < digests) await pause(20)
  return { queued, delivered: since() }
}
