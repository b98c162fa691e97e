import { randomBytes } from 'node:crypto'
import { link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { pathOfKey } from '#platform/storage/disk-store.ts'
import { analyseArchive } from '#server/archives/archives.public.ts'
import { startApp, type RunningProcess } from '#test-support/app-process.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { median } from '#test-support/percentiles.ts'

import type { Harness } from '../harness.ts'
import { interleave } from '../load/interleave.ts'
import { ratioOf, type Result, type Row } from '../result.ts'
import type { Site } from '../sites/open-site.ts'
import { tokenSecret } from '../sites/sign-users-in.ts'

const archivesCount = 10_000
/** More packs than are scanned during the measurement; those of the other archives are lost. */
const packsCount = 1_000
const turnsPerRound = 3
/** A started scan ends in this time. */
const settleMs = 1000

/** The first start with other rules: every pack is scanned again, and archives whose pack is lost are read again. */
export async function measureRescan(harness: Harness): Promise<Result> {
  const { pace, share, folder: sites } = harness.run
  const scripts = Math.round(archivesCount * share)
  // The measurement changes it.
  await rm(join(sites, `site-${scripts}`), { recursive: true, force: true })
  const site = await harness.site(scripts)
  const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-bench-rescan-'))
  await addPacks(site, dataDir, Math.round(packsCount * share))
  const app = await startApp({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: site.databaseUrl,
    TOKEN_SECRET: tokenSecret,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  })
  try {
    const turns = pace.rounds * turnsPerRound
    await until(site, 'revision is distinct from $1', '1.0')
    const scans = await measureTurns(site, app, {
      name: 'list while packs are scanned',
      turns,
      seconds: pace.seconds,
    })
    const scanned = await countOf(site, 'revision is distinct from $1 and state = $2', '1.0', 'done')
    await site.client.query(
      `update archive_analyses set revision = (select max(revision) from archive_analyses where state = 'done')
      where pack_key is not null`,
    )
    await until(site, 'state <> $1', 'done')
    const reads = await measureTurns(site, app, {
      name: 'list while lost packs are noticed',
      turns,
      seconds: pace.seconds,
    })
    const failed = await countOf(site, 'state = $1', 'failed')
    return {
      name: 'rescan',
      title: 'Rescan after an upgrade',
      how: `A site whose ${scripts.toLocaleString('en')} archives were scanned with earlier rules. First their packs are scanned again, then the packs and the archives are missing. Cached lists on 64 connections, in ${turns} turns of ${pace.seconds} s each with the same lists while the table of the analyses is locked, so that the jobs wait (the middle turn is shown). In the turns ${scanned} packs were scanned again and ${failed} archives were found missing.`,
      measuredAt: new Date().toISOString(),
      rows: [middleOf(scans), middleOf(reads)],
      thresholds: [
        {
          metric: 'cached list while packs are scanned again: rate vs. alone',
          value: median(scans.map(ratioOf)),
          unit: '',
          limit: { atLeast: 0.9 },
        },
        {
          metric: 'cached list while all packs are missing: rate vs. alone',
          value: median(reads.map(ratioOf)),
          unit: '',
          limit: { atLeast: 0.9 },
        },
      ],
    }
  } finally {
    await app.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Archives of one pack: each has a link to it. */
async function addPacks({ client }: Site, dataDir: string, count: number): Promise<void> {
  const paths = { archive: join(dataDir, 'archive.zip'), pack: join(dataDir, 'pack') }
  const content = Array.from({ length: 500 }, (_, n) => lineOf(n)).join('\n')
  const manifest = `fx_version 'cerulean'\ngame 'gta5'\nserver_script 'server.lua'\n`
  await writeFile(
    paths.archive,
    zipOf([
      { name: 'pack/fxmanifest.lua', content: manifest },
      { name: 'pack/server.lua', content, deflate: true },
    ]),
  )
  const blocklist = { hosts: [], texts: [], files: [] }
  const outcome = await analyseArchive({ ...paths, extension: 'zip', blocklist })
  if (outcome.state !== 'done') throw new Error(`The archive was not analysed: ${outcome.detail}`)
  const { packSize, indexAt } = outcome.analysis
  const keys = Array.from({ length: count }, () => `packs/${randomBytes(16).toString('hex')}.pack`)
  for (const key of keys) {
    const path = join(dataDir, 'files', pathOfKey(key))
    await mkdir(dirname(path), { recursive: true })
    await link(paths.pack, path)
  }
  // Keys of the store; the seeded ones are names.
  for (const table of ['script_versions', 'script_files'])
    await client.query(`update ${table} set key = 'archives/' || md5(key) || '.zip'`)
  await client.query(
    `update archive_analyses a set pack_key = k.key, pack_size = $2, index_at = $3
    from unnest($1::text[]) with ordinality k (key, n) where a.id = k.n`,
    [keys, packSize, indexAt],
  )
}

function lineOf(n: number): string {
  return `RegisterNetEvent('pack:${n}', function(value) TriggerClientEvent('pack:${n}', source, value) end)`
}

/** Waits for the first archive. */
async function until(site: Site, condition: string, ...values: string[]): Promise<void> {
  while ((await countOf(site, condition, ...values)) === 0) await pause(100)
}

async function countOf({ client }: Site, condition: string, ...values: string[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from archive_analyses where ${condition}`,
    values,
  )
  return rows[0]?.count ?? 0
}

/** The list while the jobs go on, and while they wait for a lock; the processes of started scans end first. */
async function measureTurns(
  { client }: Site,
  app: RunningProcess,
  { name, turns, seconds }: { name: string; turns: number; seconds: number },
): Promise<Row[]> {
  const list = { name, url: `${app.url}/api/scripts`, pids: [app.pid] }
  const rows: Row[] = []
  while (rows.length < turns) {
    const [during] = await interleave([list], { rounds: 1, seconds })
    await client.query('begin; lock table archive_analyses in share row exclusive mode')
    await pause(settleMs)
    const [baseline] = await interleave([list], { rounds: 1, seconds })
    await client.query('commit')
    await pause(settleMs)
    if (during && baseline) rows.push({ ...during, baseline })
  }
  return rows
}

function middleOf(rows: readonly Row[]): Row {
  const middle = rows.toSorted((a, b) => ratioOf(a) - ratioOf(b))[rows.length >> 1]
  if (!middle) throw new Error('Nothing was measured')
  return middle
}
