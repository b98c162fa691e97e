import {
  resolveLimits,
  type ResolveBody,
  type ResolvedNeed,
  type ResolveProblem,
  type ResourceChoice,
} from '#contract/scripts/resolve.ts'
import type { App } from '#platform/app.ts'
import { after, second } from '#platform/clock.ts'
import { namedResources } from '#server/scripts/install/server-cfg.rules.ts'
import { selectProvidersOf, type Provider, homeOf } from '#server/scripts/versions/providers.queries.ts'
import { requirementsOf, type Required } from '#server/scripts/versions/requirements.rules.ts'

import { chooseVersion } from './choose-version.rules.ts'
import {
  selectArchives,
  selectPublishedVersions,
  type Archive,
  type ArchiveResource,
  type PublishedVersion,
} from './resolve.queries.ts'
import {
  lacksResource,
  tooLarge,
  unknownChoice,
  unknownScript,
  notAnalysed,
  versionTexts,
} from './resolve.texts.ts'

type Need = Pick<ResolvedNeed, 'name' | 'kind' | 'constraint' | 'isDeclared' | 'neededBy'>

type Found = {
  /** In the order in which they were found, wanted ones first. */
  scripts: LoadedScript[]
  needs: ResolvedNeed[]
  choices: ResourceChoice[]
  problems: ResolveProblem[]
}

/** The wanted scripts, then those that provide what they need, until nothing is missing that this site has. */
export async function findNeeded(app: Pick<App, 'db' | 'clock'>, body: ResolveBody): Promise<Found> {
  const requested = Object.keys(body.scripts).map(Number).toSorted(byNumber)
  const known = new Map<number, LoadedScript>()
  const included = new Map<number, LoadedScript>()
  /** The script of each resource that the included ones have. */
  const provided = new Map<string, number>()
  const needs = new Map<string, Need>()
  const providers = new Map<string, Pick<ResolvedNeed, 'provider' | 'script'>>()
  const choices: ResourceChoice[] = []
  const problems: ResolveProblem[] = []
  const onServer = new Set(body.resources)

  const locked = Object.keys(body.locked).map(Number)
  await load([...requested, ...locked, ...Object.values(body.choices)])
  const lockedProviders = providersAmong(locked.toSorted(byNumber))
  for (const id of requested.filter((each) => !known.has(each)))
    problems.push({ code: 'unknown-script', scriptId: id, resource: null, text: unknownScript(id) })
  let added = include(requested)
  while (added.length > 0) added = include(await findProviders(added))

  return {
    scripts: [...included.values()],
    needs: [...needs.values()]
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((need) => ({ ...need, ...providerOf(need.name), home: homeOf(need.name) })),
    choices: choices.toSorted((a, b) => (a.resource < b.resource ? -1 : 1)),
    problems,
  }

  async function load(ids: readonly number[]): Promise<void> {
    const unknown = new Set(ids.filter((id) => !known.has(id)))
    for (const script of await loadScripts(app, [...unknown], body)) known.set(script.id, script)
  }

  /** Returns the scripts that are new. */
  function include(ids: readonly number[]): LoadedScript[] {
    const fresh: LoadedScript[] = []
    for (const id of ids) {
      const script = known.get(id)
      if (!script || included.has(id)) continue
      if (included.size === resolveLimits.resolvedMax) {
        const text = tooLarge(resolveLimits.resolvedMax)
        problems.push({ code: 'too-large', scriptId: null, resource: null, text })
        return []
      }
      included.set(id, script)
      fresh.push(script)
      if (script.problem) problems.push(script.problem)
      for (const name of providedBy(script)) if (!provided.has(name)) provided.set(name, id)
    }
    return fresh
  }

  /** Returns the scripts that provide what these need. */
  async function findProviders(scripts: readonly LoadedScript[]): Promise<number[]> {
    const names = scripts.flatMap(addNeeds).toSorted()
    const open = names.filter((name) => !provided.has(name) && !onServer.has(name))
    const undecided = open.filter((name) => body.choices[name] === undefined && !lockedProviders.has(name))
    const candidates = Map.groupBy(
      await selectProvidersOf(app.db, undecided, resolveLimits.optionsMax),
      ({ resource }) => resource,
    )
    const chosen = new Map<string, number>()
    for (const name of open) {
      const id = body.choices[name] ?? lockedProviders.get(name) ?? choose(name, candidates.get(name), chosen)
      if (id !== undefined) chosen.set(name, id)
    }
    await load([...chosen.values()])
    return [...chosen].filter(([name, id]) => isProvider(name, id)).map(([, id]) => id)
  }

  /** Returns the names that no other script needed before. */
  function addNeeds(script: LoadedScript): string[] {
    return script.requires.flatMap(({ name, kind, constraint, isDeclared }) => {
      const need = needs.get(name)
      if (!need) needs.set(name, { name, kind, constraint, isDeclared, neededBy: [script.id] })
      else {
        need.neededBy.push(script.id)
        need.isDeclared ||= isDeclared
        need.constraint ??= constraint
      }
      return need ? [] : [name]
    })
  }

  /** A script that is chosen for another resource already, otherwise the most downloaded one. */
  function choose(
    resource: string,
    options: readonly Provider[] = [],
    chosen: ReadonlyMap<string, number>,
  ): number | undefined {
    const others = new Set(chosen.values())
    const best = options.find(({ id }) => others.has(id) || included.has(id)) ?? options[0]
    if (best && options.length > 1)
      choices.push({
        resource,
        chosen: best.id,
        options: options.map(({ id, name, author, downloads }) => ({
          id,
          name,
          author,
          downloads,
          path: `/scripts/${id}`,
        })),
      })
    return best?.id
  }

  /** A script without a version that fits is one, too: its problem says so. */
  function isProvider(resource: string, id: number): boolean {
    const script = known.get(id)
    if (script && (script.version === null || providedBy(script).includes(resource))) {
      providers.set(resource, { provider: 'script', script: { id, name: script.name } })
      return true
    }
    const isChoice = body.choices[resource] !== undefined
    const text =
      isChoice || !script
        ? unknownChoice(resource, id)
        : lacksResource(script.name, script.version?.number ?? '', resource)
    problems.push({ code: isChoice ? 'choice' : 'lacks-resource', scriptId: id, resource, text })
    return false
  }

  function providerOf(name: string): Pick<ResolvedNeed, 'provider' | 'script'> {
    const script = included.get(provided.get(name) ?? 0)
    if (script) return { provider: 'script', script: { id: script.id, name: script.name } }
    const chosen = providers.get(name)
    if (chosen) return chosen
    return { provider: onServer.has(name) ? 'server' : 'missing', script: null }
  }

  /** The first script of each resource. */
  function providersAmong(ids: readonly number[]): Map<string, number> {
    const first = new Map<string, number>()
    for (const id of ids) {
      const script = known.get(id)
      for (const name of script ? providedBy(script) : []) if (!first.has(name)) first.set(name, id)
    }
    return first
  }
}

function byNumber(a: number, b: number): number {
  return a - b
}

/** A script with the version that was chosen and what its archive contains. */
export type LoadedScript = {
  id: number
  name: string
  author: string
  version: PublishedVersion | null
  archive: Archive | undefined
  resources: ArchiveResource[]
  requires: Required[]
  problem: ResolveProblem | null
}

/** Chooses versions of the published ones of the scripts. */
async function loadScripts(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  ids: readonly number[],
  { scripts, locked, cooldown }: ResolveBody,
): Promise<LoadedScript[]> {
  if (ids.length === 0) return []
  const before = after(clock.now(), -cooldown * second)
  const versions = Map.groupBy(await selectPublishedVersions(db, ids), ({ scriptId }) => scriptId)
  const chosen = [...versions].flatMap(([id, published]) => {
    const [newest] = published
    const range = scripts[id] ?? 'latest'
    return newest
      ? [{ id, newest, range, ...chooseVersion(published, { range, locked: locked[id], before }) }]
      : []
  })
  const archives = await selectArchives(
    db,
    chosen.flatMap(({ version }) => version?.id ?? []),
  )
  return chosen.map(({ id, newest, range, version, problem }) => {
    const archive = version ? archives.get(version.id) : undefined
    const isDone = archive?.state === 'done'
    const resources = isDone ? namedResources(archive.fileName, archive.resources ?? []) : []
    const name = newest.script
    return {
      id,
      name,
      author: newest.author,
      version,
      archive,
      resources,
      requires: requirementsOf(resources),
      problem: problem
        ? { code: problem, scriptId: id, resource: null, text: versionTexts[problem](name, range) }
        : version && !isDone
          ? { code: 'not-analysed', scriptId: id, resource: null, text: notAnalysed(name, version.number) }
          : null,
    }
  })
}

/** The names under which other resources need those of a script. */
function providedBy({ resources }: LoadedScript): string[] {
  return resources.flatMap(({ name, provides }) => [name, ...provides])
}
