import type { ResourceDescription } from '#contract/archives/analysis.ts'
import type { ResolveBody, ResolveProblem } from '#contract/scripts/resolve.ts'
import { after, second } from '#platform/clock.ts'
import type { App } from '#platform/app.ts'
import { namedResources } from '#server/scripts/deploy/resource-names.rules.ts'
import { requirementsOf, type Required } from '#server/scripts/versions/requirements.rules.ts'

import { chooseVersion } from './choose-version.rules.ts'
import { notAnalysed, versionTexts } from './resolve.texts.ts'
import {
  selectContents,
  selectPublishedVersions,
  type Contents,
  type PublishedVersion,
} from './resolve.queries.ts'

/** A script with the version that was chosen and what its archive contains. */
export type LoadedScript = {
  id: number
  name: string
  author: string
  version: PublishedVersion | null
  contents: Contents | undefined
  resources: ResourceDescription[]
  requires: Required[]
  problem: ResolveProblem | null
}

/** Chooses versions of the published ones of the scripts. */
export async function loadScripts(
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
  const contents = await selectContents(
    db,
    chosen.flatMap(({ version }) => version?.sha256 ?? []),
  )
  return chosen.map(({ id, newest, range, version, problem }) => {
    const analysis = version ? contents.get(version.sha256) : undefined
    const isDone = analysis?.state === 'done'
    const resources = version && isDone ? namedResources(version.fileName, analysis.resources ?? []) : []
    const name = newest.script
    return {
      id,
      name,
      author: newest.author,
      version,
      contents: analysis,
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
export function providedBy({ resources }: LoadedScript): string[] {
  return resources.flatMap(({ name, provides }) => [name, ...provides])
}
