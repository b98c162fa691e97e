import type { Resolution, ResolveBody, ResolvedScript, ResolveProblem } from '#contract/scripts/resolve.ts'
import { frameworkResources } from '#contract/archives/manifest/frameworks.ts'
import type { App } from '#platform/app.ts'
import { titleOfRule } from '#server/archives/archives.public.ts'
import { orderResources, isStartable } from '#server/scripts/install/server-cfg.rules.ts'
import { serverNeedsOf } from '#server/scripts/versions/requirements.rules.ts'

import { findNeeded, type LoadedScript } from './find-needed.ts'
import {
  selectFindingsByRule,
  type Archive,
  type FindingsOfRule,
  type PublishedVersion,
} from './resolve.queries.ts'
import { sameResource } from './resolve.texts.ts'

const resourceOf = new Map<string, string>(Object.entries(frameworkResources))

export async function resolveScripts(app: Pick<App, 'db' | 'clock'>, body: ResolveBody): Promise<Resolution> {
  const { scripts, needs, choices, problems } = await findNeeded(app, body)
  const byId = scripts.toSorted((a, b) => a.id - b.id)
  const findings = await findingsOf(app, byId)
  const needsByProvider = Map.groupBy(needs, ({ script }) => script?.id)
  const { order, cycles, shared } = startOrder(byId)
  return {
    scripts: byId.map((script) => ({
      ...describe(script, findings.get(script.id) ?? []),
      isWanted: body.scripts[script.id] !== undefined,
      neededBy: (needsByProvider.get(script.id) ?? []).flatMap(({ name, neededBy }) =>
        neededBy.map((scriptId) => ({ scriptId, resource: name })),
      ),
    })),
    needs: needs.map((need) => ({ ...need, neededBy: need.neededBy.toSorted((a, b) => a - b) })),
    choices,
    order,
    cycles,
    problems: [...problems, ...shared],
  }
}

async function findingsOf({ db }: Pick<App, 'db'>, scripts: readonly LoadedScript[]) {
  const chosen = scripts.flatMap(({ id, archive }) =>
    archive?.state === 'done' && archive.analysisId !== null
      ? [{ scriptId: id, analysisId: archive.analysisId }]
      : [],
  )
  return Map.groupBy(await selectFindingsByRule(db, chosen), ({ scriptId }) => scriptId)
}

/** Lists each field: the reply is not checked by its schema. */
function describe(
  { id, name, author, version, archive, resources }: LoadedScript,
  findings: readonly FindingsOfRule[],
): Omit<ResolvedScript, 'isWanted' | 'neededBy'> {
  const analysis = archive?.state ?? 'waiting'
  const known = analysis === 'done' ? archive : undefined
  const { high = 0, medium = 0, low = 0 } = known?.counts ?? {}
  return {
    id,
    name,
    author,
    path: `/scripts/${id}`,
    version: version && archive ? describeVersion(version, archive) : null,
    analysis,
    resources: resources.map((resource) => ({
      name: resource.name,
      path: resource.path,
      provides: resource.provides,
    })),
    severity: known?.severity ?? null,
    counts: { high, medium, low },
    accepted: known?.accepted ?? 0,
    findings: findings.map(({ rule, severity, count, accepted, explained }) => ({
      rule,
      title: titleOfRule(rule),
      severity,
      count,
      accepted,
      explained,
    })),
    capabilities: (known?.capabilities ?? []).map(({ kind, side, values }) => ({ kind, side, values })),
    server: serverNeedsOf(resources),
  }
}

function describeVersion(
  { id, number, publishedAt }: PublishedVersion,
  { fileName, size, sha256, withdrawal }: Archive,
): ResolvedScript['version'] {
  return { id, number, publishedAt, fileName, size, sha256, withdrawal }
}

/** Frameworks are no libraries of the code, but they start before it. */
function startOrder(scripts: readonly LoadedScript[]) {
  const owners = new Map<string, LoadedScript[]>()
  for (const script of scripts)
    for (const name of new Set(script.resources.map((resource) => resource.name)))
      owners.set(name, [...(owners.get(name) ?? []), script])
  const resources = scripts.flatMap((script) =>
    script.resources.map(({ name, provides, dependencies, libraries, frameworks }) => ({
      name,
      provides,
      dependencies,
      libraries: [...libraries, ...frameworks.flatMap((framework) => resourceOf.get(framework) ?? [])],
    })),
  )
  const { order, cycles } = orderResources(resources)
  const shared = [...owners]
    .filter(([, having]) => having.length > 1)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([resource, having]): ResolveProblem => ({
      code: 'same-resource',
      scriptId: having[0]?.id ?? null,
      resource,
      text: sameResource(
        resource,
        having.map(({ name }) => name),
      ),
    }))
  return {
    order: order.filter(isStartable).flatMap((resource) => {
      const [owner] = owners.get(resource) ?? []
      return owner ? [{ resource, scriptId: owner.id }] : []
    }),
    cycles,
    shared,
  }
}
