import type { CollectionFiles, CollectionInstall } from '#contract/scripts/collection-install.ts'
import type { Resolution, ResolvedScript } from '#contract/scripts/resolve.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { analysisTag } from '#server/archives/archives.public.ts'
import { commentText, ensureLine } from '#server/scripts/deploy/server-cfg.rules.ts'
import { cardTag } from '#server/scripts/script-tags.ts'
import { emptyLock, lockedScript, lockText } from '#contract/scripts/lock-file.ts'
import type { Collection } from '#contract/scripts/collections.ts'
import { resolveScripts } from '#server/scripts/resolve/resolve-scripts.ts'
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
  const sum = (of: (script: ResolvedScript) => number) => scripts.reduce((total, one) => total + of(one), 0)
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

export function cfgOf({ order }: Pick<Resolution, 'order'>, title: string): string {
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
export async function resolveCollection(
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
