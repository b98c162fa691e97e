import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The column that the next version adds, by which a test recognizes it. */
export const added = { table: 'categories', column: 'added_by_the_next_version' }

/** Copies this program into a folder and adds a migration. */
export function makeNextVersion(folder: string): string {
  const version = join(folder, 'next-version')
  for (const part of ['server', 'contract', 'db', 'dist', 'postgres-launcher', 'package.json'])
    cpSync(join(root, part), join(version, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(version, 'node_modules'))
  const path = join(version, 'db/migrations/meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  const last = journal.entries.at(-1)
  const tag = '9999_next-version'
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
  writeFileSync(path, JSON.stringify(journal))
  const statement = `alter table ${added.table} add column ${added.column} text default 'there';`
  writeFileSync(join(version, 'db/migrations', `${tag}.sql`), statement)
  return version
}
