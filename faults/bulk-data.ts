import { linkSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { query } from './database.ts'
import type { Site } from './site.ts'

/** Copies a script with its rows and files many times: submitting each would take an hour. */
export async function cloneScript(site: Site, original: number, count: number): Promise<void> {
  const [last] = await query<{ id: number }>(site, 'select max(id) as id from scripts')
  await insertCopies(site, 'scripts', {}, `join generate_series(1, $2) on true`, [original, count], 'id')
  const clones = `join (select id as clone from scripts where id > $2) clones on true`
  const values = [original, last?.id ?? 0]
  await insertCopies(site, 'script_docs', { script_id: 'clone' }, clones, values)
  const key = `'archives/' || replace(gen_random_uuid()::text, '-', '') || '.' || extension`
  await insertCopies(site, 'script_files', { script_id: 'clone', key }, clones, values)
  const currentKey = '(select file.key from script_files file where file.script_id = clone)'
  await insertCopies(site, 'script_versions', { script_id: 'clone', key: currentKey }, clones, values)
  const images = {
    script_id: 'clone',
    key: renamed('key'),
    address: renamed('address'),
    files: `(select array_agg(${renamed('file')}) from unnest(files) as file)`,
  }
  await insertCopies(site, 'script_images', images, clones, values)
  await linkFiles(site, original)
}

/** Inserts the original's rows of a table again, with other values in some columns. */
async function insertCopies(
  site: Site,
  table: string,
  peers: Record<string, string>,
  joined: string,
  values: number[],
  idColumn = 'script_id',
): Promise<void> {
  const columns = await query<{ name: string }>(
    site,
    `select column_name as name from information_schema.columns
     where table_name = $1 and table_schema = 'public' and is_identity = 'NO' and is_generated = 'NEVER'`,
    [table],
  )
  const names = columns.map(({ name }) => name)
  const chosen = names.map((name) => peers[name] ?? name)
  await query(
    site,
    `insert into ${table} (${names.join(', ')}) select ${chosen.join(', ')} from ${table} ${joined} where ${table}.${idColumn} = $1`,
    values,
  )
}

/** A hard link needs no space, but backup and restore still read each file. */
async function linkFiles(site: Site, original: number): Promise<void> {
  const keysOf = `select script_id, key, 0 as place from script_files
    union all select script_id, file, 1000 * position + at
    from script_images, unnest(files) with ordinality as each (file, at)`
  const pairs = await query<{ from: string; to: string }>(
    site,
    `with keys as (${keysOf}) select old.key as from, new.key as to
     from keys old join keys new on new.place = old.place and new.script_id > old.script_id
     where old.script_id = $1`,
    [original],
  )
  for (const pair of pairs) {
    const to = pathOf(site, pair.to)
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    linkSync(pathOf(site, pair.from), to)
  }
}

function pathOf(site: Site, key: string): string {
  const [kind = '', name = ''] = key.split('/')
  return join(site.dataDir, 'files', kind, name.slice(0, 2), name)
}

/** The name of an image is part of its key, its URL and each of its files. */
function renamed(column: string): string {
  return `replace(${column}, split_part(key, '/', -1), md5(key || clone))`
}
