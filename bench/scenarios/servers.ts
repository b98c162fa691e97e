import { createHash, randomBytes } from 'node:crypto'

import type { Client } from 'pg'

import type { ResourceDescription } from '#contract/archives/analysis.ts'
import { median, percentile } from '#test-support/percentiles.ts'
import { createSeededRandom } from '#test-support/seeded-random.ts'

import type { Harness } from '../harness.ts'
import { buildRequest, openConnection } from '../load/connection.ts'
import type { Result } from '../result.ts'

/** Of a usual server. */
const wantedScripts = 40
const resolveSamples = 1_000
const identifySamples = 40
const hashesMax = 5_000
const filesPerScript = 30
const warmUps = 100
/** Scripts that others need. */
const frameworksMax = 200

/** What a server needs among many scripts, and which of them its files are. */
export async function measureServers(harness: Harness): Promise<Result> {
  const { large, share } = harness.run
  const { client } = await harness.site(large)
  await addContents(client)
  const { url } = await harness.app(large)
  const random = createSeededRandom(7)
  const scriptIds = (count: number) => Array.from({ length: count }, () => 1 + Math.floor(random() * large))
  const wish = () => ({
    scripts: Object.fromEntries(scriptIds(wantedScripts).map((id) => [id, '^1.0.0'])),
    resources: ['oxmysql', 'es_extended'],
  })
  const files = () => {
    const known = scriptIds(120).flatMap((id) =>
      Array.from({ length: filesPerScript }, (_, n) => hashOf(id, n)),
    )
    const unknown = Array.from({ length: hashesMax - known.length }, () => randomBytes(32).toString('hex'))
    return { hashes: [...known, ...unknown] }
  }
  const resolve = await timeCalls(`${url}/api/resolve`, wish, Math.max(5, Math.round(resolveSamples * share)))
  const identify = await timeCalls(
    `${url}/api/identify`,
    files,
    Math.max(3, Math.round(identifySamples * share)),
  )
  return {
    name: `servers ${large}`,
    title: `Tools of servers among ${large.toLocaleString('en')} scripts`,
    how: `One request at a time, each with other scripts, after ${warmUps} of each that are not measured. ${resolve.times.length} calls choose versions for ${wantedScripts} scripts; with what those need, a reply has ${Math.round(resolve.scripts)} scripts (median ${median(resolve.times).toFixed(1)} ms). ${identify.times.length} calls look ${hashesMax.toLocaleString('en')} hashes up among those of ${filesPerScript} files of each script; a reply has ${Math.round(identify.scripts)} scripts (median ${median(identify.times).toFixed(1)} ms).`,
    measuredAt: new Date().toISOString(),
    rows: [],
    thresholds: [
      {
        metric: `resolve ${wantedScripts} scripts: p99`,
        value: percentile(resolve.times, 0.99),
        unit: ' ms',
        limit: { atMost: 30 },
      },
      {
        metric: `identify ${hashesMax.toLocaleString('en')} files: slowest`,
        value: Math.max(...identify.times),
        unit: ' ms',
        limit: { atMost: 200 },
      },
    ],
  }
}

/** Milliseconds of each call, and how many scripts a reply has on average. */
async function timeCalls(url: string, body: () => object, count: number) {
  const times: number[] = []
  const scripts: number[] = []
  // With fetch, 1 % of the calls waited for the garbage collector of this process.
  const connection = await openConnection(url)
  for (let call = -Math.min(warmUps, count); call < count; call++) {
    const request = buildRequest(new URL(url).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body()),
    })
    const response = await connection.send(request)
    if (response.status !== 200) throw new Error(`${response.status} ${url}: ${response.body.toString()}`)
    if (call < 0) continue
    times.push(response.milliseconds)
    if (call % 20 === 0) scripts.push(JSON.parse(response.body.toString()).scripts.length)
  }
  connection.close()
  return { times, scripts: scripts.reduce((sum, length) => sum + length, 0) / scripts.length }
}

/**
 * Gives each script a resource that needs one of the first scripts and a library that fifty scripts have; and files: two thirds of
 * its own, one for all scripts, the others shared by ten.
 */
async function addContents(client: Client): Promise<void> {
  const { rows } = await client.query('select from archive_files limit 1')
  if (rows.length > 0) return
  const generated = `a.sha256 like repeat('0', 56) || '%'`
  const ids = `('x' || right(a.sha256, 8))::bit(32)::int`
  await client.query(
    `update archive_analyses a set capabilities = $2::jsonb, file_hashes = ${filesPerScript},
      resources = jsonb_build_array($1::jsonb || jsonb_build_object('name', 'resource_' || ${ids}, 'path', 'resource_' || ${ids},
        'dependencies', case when ${ids} <= ${frameworksMax} then '[]'::jsonb else jsonb_build_array(
          jsonb_build_object('name', 'resource_' || 1 + ${ids} % ${frameworksMax}, 'constraint', null),
          jsonb_build_object('name', 'common_lib', 'constraint', null)) end)) where ${generated}`,
    [JSON.stringify(resource), JSON.stringify(capabilities)],
  )
  await client.query(
    `insert into script_resources (name, script_id) select 'resource_' || id, id from scripts
    union all select 'common_lib', id from scripts where id between 1 and 50 on conflict do nothing`,
  )
  await client.query(
    `insert into archive_files (hash, analysis_id)
    select substr(sha256(convert_to(case when n < 20 then ${ids} || ' ' || n when n = 29 then 'library'
      else 'shared ' || ${ids} / 10 || ' ' || n end, 'UTF8')), 1, 16) as hash, a.id
    from archive_analyses a cross join generate_series(0, ${filesPerScript - 1}) n where ${generated} order by hash`,
  )
  await client.query('vacuum analyze')
}

function hashOf(id: number, n: number): string {
  const text = n < 20 ? `${id} ${n}` : n === 29 ? 'library' : `shared ${Math.floor(id / 10)} ${n}`
  return createHash('sha256').update(text).digest('hex')
}

const resource: ResourceDescription = {
  path: '',
  name: '',
  manifest: 'fxmanifest.lua',
  fxVersion: 'cerulean',
  games: ['gta5'],
  lua54: true,
  author: 'night_driver',
  description: 'A garage where players keep, find and repair their vehicles.',
  version: '1.0.0',
  repository: null,
  license: null,
  scriptId: null,
  scripts: {
    server: ['server/main.lua'],
    client: ['client/main.lua', 'client/menu.lua'],
    shared: ['config.lua'],
  },
  scriptTotals: { server: 1, client: 2, shared: 1 },
  page: 'web/index.html',
  loadscreen: null,
  files: 30,
  isMap: false,
  isServerOnly: false,
  dependencies: [],
  requirements: { server: 7290, onesync: true, gameBuild: null, other: [] },
  provides: [],
  frameworks: ['esx'],
  libraries: ['oxmysql'],
  exports: { server: ['getVehicle', 'store'], client: ['open'] },
  commands: ['garage'],
  events: { total: 6, names: ['garage:open', 'garage:store', 'garage:take'] },
  sql: ['garage.sql'],
  isEscrowed: false,
  escrowIgnore: [],
  problems: [],
  problemsTotal: 0,
}

const capabilities = (['database', 'reads-identities', 'page', 'events', 'exports'] as const).map((kind) => ({
  kind,
  side: 'server',
  count: 4,
  values: ['garage', 'vehicles', 'owned_vehicles'],
  places: [{ path: 'server/main.lua', line: 12 }],
}))
