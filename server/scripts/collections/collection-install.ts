import type {
  CollectionFiles,
  CollectionInstall,
  CollectionDeploy,
} from '#contract/scripts/collection-install.ts'
import type { Collection } from '#contract/scripts/collections.ts'
import { emptyLock, lockedScript, lockText } from '#contract/scripts/lock-file.ts'
import type { Resolution, ResolvedScript } from '#contract/scripts/resolve.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import { analysisTag } from '#server/archives/archives.public.ts'
import { installTasks, recipeNotes, recipeSql, writeRecipe } from '#server/scripts/install/recipe.rules.ts'
import { readInstallation } from '#server/scripts/install/read-install.ts'
import { commentText, ensureLine, movesOf } from '#server/scripts/install/server-cfg.rules.ts'
import { resolveScripts } from '#server/scripts/resolve/resolve-scripts.ts'
import { recordDownload } from '#server/scripts/script-counters/counters.ts'
import { cardTag } from '#server/scripts/script-tags.ts'
import { createVersionLink } from '#server/scripts/versions/version-files.ts'

import { readCollection } from './read-collections.ts'

type Options = Parameters<typeof resolveCollection>[3]

export async function readCollectionInstall(
  app: App,
  actor: Actor | null,
  id: number,
  options: Options,
): Promise<CollectionInstall> {
  const { collection, resolution } = await resolveCollection(app, actor, id, options)
  const { scripts, needs, cycles, problems } = resolution
  options?.addTags?.(
    ...scripts.flatMap(({ id: script, version }) => [
      cardTag(script),
      ...(version ? [analysisTag(version.sha256)] : []),
    ]),
  )
  const sum = (countOf: (script: ResolvedScript) => number) =>
    scripts.reduce((total, script) => total + countOf(script), 0)
  const url = `${app.config.publicUrl}/collections/${id}`
  return {
    comesAlong: scripts.filter(({ isWanted }) => !isWanted).map(named),
    missing: needs.filter(({ provider }) => provider === 'missing'),
    server: {
      build: Math.max(0, ...scripts.map(({ server }) => server.build ?? 0)) || null,
      onesync: scripts.some(({ server }) => server.onesync),
      gameBuild: scripts.find(({ server }) => server.gameBuild !== null)?.server.gameBuild ?? null,
    },
    size: sum(({ version }) => version?.size ?? 0),
    counts: {
      high: sum(({ counts }) => counts.high),
      medium: sum(({ counts }) => counts.medium),
      low: sum(({ counts }) => counts.low),
    },
    flagged: scripts
      .filter(({ counts }) => counts.high + counts.medium > 0)
      .map(({ counts: { high, medium }, ...script }) => ({ ...named(script), high, medium })),
    unscanned: scripts.filter(({ analysis }) => analysis !== 'done').length,
    cycles,
    problems: problems.map(({ text }) => text),
    cfg: cfgOf(resolution, `${commentText(collection.title)}\n# ${url}`),
  }
}

const named = ({ id, name }: { id: number; name: string }) => ({ id, name })

function cfgOf({ order }: Pick<Resolution, 'order'>, title: string): string {
  const names = [...new Set(order.map(({ resource }) => resource))]
  return names.length === 0 ? '' : [`# ${title}`, ...names.map(ensureLine), ''].join('\n')
}

export async function readCollectionFiles(
  app: App,
  actor: Actor | null,
  id: number,
  options: Options,
): Promise<CollectionFiles> {
  const { requested, resolution } = await resolveCollection(app, actor, id, options)
  const hub = app.config.publicUrl
  const project = { hub, scripts: requested, folder: 'resources/[scripthaven]', cooldown: '3d' }
  return { project: `${JSON.stringify(project, null, 2)}\n`, lock: writeLock(hub, resolution) }
}

/**
 * The command line adds resources and SQL files when it unpacks the archives. Null when a script has no version, or an
 * archive that the command line does not unpack.
 */
function writeLock(hub: string, { scripts, needs, order }: Resolution): string | null {
  const lock = emptyLock(hub)
  for (const script of scripts) {
    const locked = lockedScript(script, needs)
    if (!locked) return null
    lock.scripts[script.id] = locked
  }
  lock.start = [...new Set(order.map(({ resource }) => resource))]
  return scripts.length === 0 ? null : lockText(lock)
}

type ResolvedCollection = {
  collection: Collection
  /** The version of each script by its id: the fixed one or `latest`. */
  requested: Record<string, string>
  resolution: Resolution
}

/** Without scripts that are hidden, withdrawn or deleted. */
async function resolveCollection(
  app: App,
  actor: Actor | null,
  id: number,
  options: Parameters<typeof readCollection>[3],
): Promise<ResolvedCollection> {
  const collection = await readCollection(app.db, actor, id, options)
  const requested = Object.fromEntries(
    collection.entries.flatMap(({ state, scriptId, version }) =>
      state === 'available' && scriptId !== null ? [[String(scriptId), version?.number ?? 'latest']] : [],
    ),
  )
  const body = { scripts: requested, resources: [], choices: {}, locked: {}, cooldown: 0 }
  return { collection, requested, resolution: await resolveScripts(app, body) }
}

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
  const recipe = writeRecipe({
    server: { build: build || null, onesync },
    name: collection.title,
    version: collection.updatedAt.slice(0, 10),
    author: collection.owner.username,
    url: `${app.config.publicUrl}/collections/${id}`,
    tasks,
    sql,
    cfg: cfgOf({ order }, title),
  })
  const [first = '', ...others] = recipeNotes(sql)
  return {
    expiresAt,
    recipe: order.length === 0 ? null : recipe,
    notes: [
      order.length > 0 ? first : 'There is no recipe, because no script of this collection can be in one.',
      ...(leftOut.length > 0 ? [`Not in the recipe: ${leftOut.map(commentText).join(', ')}.`] : []),
      ...others,
    ],
  }
}
