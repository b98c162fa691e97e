import type { CollectionDeploy } from '#contract/scripts/collection-install.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import { installTasks, recipeSql, recipeText, sqlTasks } from '#server/scripts/deploy/recipe.rules.ts'
import { movesOf } from '#server/scripts/deploy/moves.rules.ts'
import { readInstallation } from '#server/scripts/deploy/read-install.ts'
import { commentText } from '#server/scripts/deploy/server-cfg.rules.ts'
import { recordDownload } from '#server/scripts/script-counters/record-counts.ts'
import { createVersionLink } from '#server/scripts/versions/download-version.ts'

import { cfgOf, resolveCollection } from './read-collection-install.ts'

/** A recipe of txAdmin with all scripts of a collection and what they need. Each one counts as a download. */
export async function deployCollection(
  app: App,
  actor: Actor,
  id: number,
  key: string | undefined,
): Promise<CollectionDeploy> {
  const { collection, resolution } = await resolveCollection(app, actor, id, { key })
  const expiresAt = after(app.clock.now(), day).toISOString()
  const tasks: object[] = []
  const sql: string[] = []
  const moved = new Set<string>()
  const leftOut: string[] = []
  let build = 0
  let onesync = false
  for (const { name, version, server } of resolution.scripts) {
    const installation = version && (await readInstallation(app, actor, version.id))
    const moves = movesOf(installation?.resources ?? []).filter((move) => !moved.has(move.name))
    if (!installation?.install.isZip || moves.length === 0) {
      leftOut.push(name)
      continue
    }
    const { install } = installation
    const { downloadUrl } = await createVersionLink(app, actor, install.version.id, day)
    await recordDownload(app, actor, install.script.id, 'recipe')
    tasks.push(...installTasks(install.script.id, `${app.config.publicUrl}${downloadUrl}`, moves))
    sql.push(...recipeSql(install.sql, moves))
    for (const move of moves) moved.add(move.name)
    build = Math.max(build, server.build ?? 0)
    onesync ||= server.onesync
  }
  const order = resolution.order.filter(({ resource }) => moved.has(resource))
  const title = commentText(collection.title)
  const url = `${app.config.publicUrl}/collections/${id}`
  const recipe = {
    ...(build > 0 && { $minFxVersion: build }),
    ...(onesync && { $onesync: 'on' }),
    name: title,
    version: collection.updatedAt.slice(0, 10),
    author: commentText(collection.owner.username),
    description: url,
    tasks: [
      ...tasks,
      ...sqlTasks(sql),
      { action: 'write_file', file: './server.cfg', append: true, data: `\n${cfgOf({ order }, title)}` },
    ],
  }
  return {
    expiresAt,
    recipe: order.length === 0 ? null : recipeText(recipe),
    notes: [
      ...(order.length > 0
        ? [
            'txAdmin runs a recipe when it sets up a server. For a complete server, append these tasks to those of another recipe.',
          ]
        : ['There is no recipe, because no script of this collection can be in one.']),
      ...(leftOut.length > 0 ? [`Not in the recipe: ${leftOut.map(commentText).join(', ')}.`] : []),
      ...(sql.length > 0
        ? [`The recipe imports ${sql.join(', ')}. Remove what your server does not need.`]
        : []),
    ],
  }
}
