import { stringify } from 'yaml'

import type { Install } from '#contract/scripts/install.ts'

import { commentText, ensureLine, isPlainPath, type Move } from './server-cfg.rules.ts'

/** SQL that a new database does not need, or that another file repeats. */
const otherSql = /uninstall|remove|drop|delete|migrat|upgrade|update|legacy|old/i

/**
 * A recipe of txAdmin (docs/recipe.md and core/deployer in its repository). txAdmin reads it with js-yaml and its JSON
 * schema, and trims texts: so all of them are quoted.
 */
export function writeRecipe({
  install: { script, version, server },
  url,
  downloadUrl,
  moves,
  ensure,
  sql,
}: {
  install: Install
  url: string
  downloadUrl: string
  moves: readonly Move[]
  ensure: readonly string[]
  sql: readonly string[]
}): string {
  const recipe = {
    ...(server.build !== null && { $minFxVersion: server.build }),
    ...(server.onesync && { $onesync: 'on' }),
    name: commentText(script.name),
    version: commentText(version.number),
    author: commentText(script.author),
    description: url,
    tasks: [
      ...installTasks(script.id, downloadUrl, moves),
      ...sqlTasks(sql),
      {
        action: 'write_file',
        file: './server.cfg',
        append: true,
        data: `\n${ensure.map(ensureLine).join('\n')}\n`,
      },
    ],
  }
  return recipeText(recipe)
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

export function sqlTasks(sql: readonly string[]): object[] {
  if (sql.length === 0) return []
  return [{ action: 'connect_database' }, ...sql.map((file) => ({ action: 'query_database', file }))]
}

export function recipeText(recipe: object): string {
  return stringify(recipe, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 })
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
