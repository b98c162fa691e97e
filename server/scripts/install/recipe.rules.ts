import { stringify } from 'yaml'

import type { ServerNeeds } from '#contract/scripts/install.ts'

import { commentText, isPlainPath, type Move } from './server-cfg.rules.ts'

/** SQL that a new database does not need, or that another file repeats. */
const otherSql = /uninstall|remove|drop|delete|migrat|upgrade|update|legacy|old/i

/**
 * A recipe of txAdmin (docs/recipe.md and core/deployer in its repository). txAdmin reads it with js-yaml and its JSON
 * schema, and trims texts: so all of them are quoted.
 */
export function writeRecipe({
  server: { build, onesync },
  name,
  version,
  author,
  url,
  tasks,
  sql,
  cfg,
}: {
  server: Pick<ServerNeeds, 'build' | 'onesync'>
  name: string
  version: string
  author: string
  url: string
  tasks: readonly object[]
  sql: readonly string[]
  /** Lines for server.cfg. */
  cfg: string
}): string {
  const recipe = {
    ...(build !== null && { $minFxVersion: build }),
    ...(onesync && { $onesync: 'on' }),
    name: commentText(name),
    version: commentText(version),
    author: commentText(author),
    description: url,
    tasks: [
      ...tasks,
      ...sqlTasks(sql),
      { action: 'write_file', file: './server.cfg', append: true, data: `\n${cfg}` },
    ],
  }
  return stringify(recipe, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 })
}

/** Downloads an archive and moves its resources. */
export function installTasks(scriptId: number, downloadUrl: string, moves: readonly Move[]): object[] {
  const archive = `./tmp/script-${scriptId}.zip`
  const folder = `./tmp/script-${scriptId}`
  return [
    { action: 'download_file', url: downloadUrl, path: archive },
    { action: 'unzip', src: archive, dest: folder },
    { action: 'ensure_dir', path: './resources' },
    ...moves.map(({ name, path }) => ({
      action: 'move_path',
      src: path === '' ? folder : `${folder}/${path}`,
      dest: `./resources/${name}`,
    })),
  ]
}

function sqlTasks(sql: readonly string[]): object[] {
  if (sql.length === 0) return []
  return [{ action: 'connect_database' }, ...sql.map((file) => ({ action: 'query_database', file }))]
}

/** The SQL files of the moved resources, where the recipe puts them. */
export function recipeSql(sql: readonly string[], moves: readonly Move[]): string[] {
  return sql.flatMap((path) => {
    // Inner folders are first.
    const move = moves.find((candidate) => candidate.path === '' || path.startsWith(`${candidate.path}/`))
    if (!move || otherSql.test(path) || !isPlainPath(path)) return []
    return `./resources/${move.name}/${path.slice(move.path === '' ? 0 : move.path.length + 1)}`
  })
}

export function recipeNotes(sql: readonly string[]): string[] {
  return [
    'txAdmin runs a recipe when it sets up a server. For a complete server, append these tasks to those of another recipe.',
    ...(sql.length > 0
      ? [`The recipe imports ${sql.join(', ')}. Remove what your server does not need.`]
      : []),
  ]
}
