import { once } from 'node:events'

import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import type { CardSummary } from '#server/archives/archives.tables.ts'

import { bitsOf } from '#server/scripts/attribute-bits.rules.ts'

import { generateScripts, type GeneratedScript } from './generated-scripts.ts'

/** The tables with one row per script, and the values of that row. */
const rowsOf = {
  'scripts (id, name, user_id, category_id, status, tags, image, file_size, downloads, views, likes, attributes, attribute_bits, trend, created_at, updated_at)':
    (script: GeneratedScript) => [
      script.id,
      script.name,
      script.userId,
      script.categoryId,
      script.status,
      `{${script.tags.join(',')}}`,
      imageOf(script),
      1_234_567,
      script.downloads,
      script.views,
      script.likes,
      `{${script.attributes.join(',')}}`,
      bitsOf([
        ...script.attributes,
        ...(script.attributes.includes('report:high') ? [] : ['report:no-high']),
      ]),
      script.trend,
      script.createdAt,
      script.createdAt,
    ],
  'script_docs (script_id, description, document)': ({ id, description, document }: GeneratedScript) => [
    id,
    description,
    document,
  ],
  'script_files (script_id, key, file_name, extension, size, sha256, entries, unpacked_size)': ({
    id,
  }: GeneratedScript) => [
    id,
    `archives/bench-${id}.zip`,
    'upload.zip',
    'zip',
    1_234_567,
    sha256Of(id),
    3,
    5_678_901,
  ],
  'script_versions (script_id, number, key, file_name, extension, size, sha256, entries, unpacked_size, published_at)':
    ({ id, createdAt }: GeneratedScript) => [
      id,
      '1.0.0',
      `archives/bench-${id}.zip`,
      'upload.zip',
      'zip',
      1_234_567,
      sha256Of(id),
      3,
      5_678_901,
      createdAt,
    ],
  'archive_analyses (sha256, size, extension, state, priority, revision, severity, summary, counts)': ({
    id,
  }: GeneratedScript) => [sha256Of(id), 1_234_567, 'zip', 'done', 0, '1.0', 'none', summary, noFindings],
  'script_images (script_id, position, key, address, files, width, height, color)': (
    script: GeneratedScript,
  ) => [
    script.id,
    0,
    `bench${script.id}`,
    imageOf(script),
    `{images/bench${script.id}-960.webp}`,
    1280,
    720,
    '#ad9c7e',
  ],
} as const

const noFindings = JSON.stringify({ high: 0, medium: 0, low: 0 })

/** As of a usual resource. */
const summary = JSON.stringify({
  capabilities: (['database', 'reads-identities', 'page'] as const).map((kind) => ({
    kind,
    count: 4,
    values: 2,
  })),
  resources: 1,
  games: ['gta5'],
  frameworks: ['esx'],
  libraries: ['ox_lib', 'oxmysql'],
} satisfies CardSummary)

const batchSize = 20_000

/** Fills an empty database with generated users and scripts, and with the counters that the app maintains. */
export async function seedSite(client: Client, count: number): Promise<void> {
  const users = Math.max(200, Math.floor(count / 10))
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from categories')
  await client.query('begin')
  await client.query(
    `insert into users (username, username_key, email, email_key, created_at)
    select name, name, name || '@example.com', name || '@example.com', timestamptz '2024-01-01' + n * interval '1 minute'
    from (select n, 'member' || n as name from generate_series(1, $1::int) n) numbered`,
    [users],
  )
  await client.query(
    `insert into memberships (user_id, group_id)
    select users.id, groups.id from users, groups where groups.is_default`,
  )
  const rebuild = await dropIndexes(client)
  const words = new Set<string>()
  const pending: GeneratedScript[] = []
  for (const script of generateScripts(count, users, rows[0]?.count ?? 1)) {
    for (const word of script.words) words.add(word)
    pending.push(script)
    if (pending.length === batchSize) await copyScripts(client, pending.splice(0))
  }
  await copyScripts(client, pending)
  await copy(
    client,
    'script_words (word)',
    [...words].map((word) => [word]),
  )
  for (const statement of [...rebuild, ...totals]) await client.query(statement)
  await client.query('commit')
  await client.query('vacuum analyze')
}

/** Building an index afterwards takes a fifth of the time. */
async function dropIndexes(client: Client): Promise<string[]> {
  await client.query(`set local maintenance_work_mem = '512MB'`)
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename in ('scripts', 'script_docs', 'script_words', 'script_images', 'script_versions', 'archive_analyses')
      and indexdef not like '%UNIQUE%'`)
  for (const { name } of rows) await client.query(`drop index "${name}"`)
  return rows.map(({ definition }) => definition)
}

async function copyScripts(client: Client, scripts: readonly GeneratedScript[]): Promise<void> {
  for (const [table, row] of Object.entries(rowsOf)) await copy(client, table, scripts.map(row))
}

async function copy(client: Client, table: string, rows: readonly (readonly (string | number)[])[]) {
  const target = client.query(copyFrom(`copy ${table} from stdin`))
  for (const row of rows) if (!target.write(`${row.join('\t')}\n`)) await once(target, 'drain')
  target.end()
  await once(target, 'finish')
}

/** Script 500, or the last one of a smaller site. */
const providerId = '(select max(id) from scripts where id <= 500)'

/** The totals and counters that the app's writes maintain. */
const totals = [
  `select setval(pg_get_serial_sequence('scripts', 'id'), (select max(id) from scripts))`,
  // A third of the scripts need one library, a tenth another one. One script has both.
  `insert into script_needs (name, script_id)
    select needed.name, scripts.id from scripts
    join (values ('framework:esx', 'common_lib'), ('framework:ox', 'other_lib')) needed (word, name)
      on needed.word = any(attributes) and scripts.id <> ${providerId}`,
  `insert into script_resources (name, script_id) values ('common_lib', ${providerId}), ('other_lib', ${providerId})`,
  `insert into script_counts (category_id, status, count)
    select category_id, status, count(*) from scripts group by 1, 2
    on conflict (category_id, status) do update set count = excluded.count`,
  `update categories set script_count = (select count(*) from scripts where category_id = categories.id)`,
  `update users set scripts_uploaded = counted.scripts, total_downloads = counted.downloads
    from (select user_id, count(*) as scripts, sum(downloads) as downloads from scripts group by 1) counted
    where counted.user_id = users.id`,
  `update site_totals set scripts = (select count(*) from scripts), users = (select count(*) from users),
    downloads = (select sum(downloads) from scripts)`,
  `update groups set member_count = (select count(*) from memberships where group_id = groups.id)`,
]

function sha256Of(id: number): string {
  return id.toString(16).padStart(64, '0')
}

function imageOf({ id }: GeneratedScript): string {
  return `/files/images/bench${id}-960.webp`
}
