import type { Capability } from '#contract/archives/analysis.ts'
import type { PackIndex } from '#server/archives/pack/pack-index.ts'

import type { AnalysisResult } from './analysis-result.ts'

type Resources = AnalysisResult['resources']

/** Words by which scripts are filtered. `report:…` depends on the state of the analysis and on verdicts. */
export function attributesOf(
  resources: Resources,
  { members }: PackIndex,
  capabilities: readonly Capability[],
  isWhole: boolean,
): string[] {
  const has = (kind: Capability['kind']) => capabilities.some((capability) => capability.kind === kind)
  const isEscrowed =
    members.some(({ kind }) => kind === 'escrowed') || resources.some((one) => one.isEscrowed)
  const frameworks = new Set(resources.flatMap((resource) => resource.frameworks))
  const isStandalone = resources.length > 0 && frameworks.size === 0
  const facts: Record<string, boolean> = {
    escrowed: isEscrowed,
    open: isWhole && !isEscrowed && !has('obfuscated'),
    sql: members.some(({ path }) => /\.sql$/i.test(path)),
    page: resources.some(({ page }) => page !== null),
    map: resources.length > 0 && resources.every(isMap),
    'calls-out': has('calls-out'),
    legacy: resources.length > 0 && resources.every(({ manifest }) => manifest.endsWith('__resource.lua')),
    lua54: resources.some(({ lua54 }) => lua54),
  }
  return [
    ...(isStandalone ? ['standalone'] : [...frameworks].sort()).map((name) => `framework:${name}`),
    ...games
      .filter((game) => resources.some((one) => one.games.includes(game)))
      .map((game) => `game:${game}`),
    ...Object.keys(facts).filter((name) => facts[name]),
  ]
}

const games = ['gta5', 'rdr3']

/** A resource that says so, or one without scripts and pages. */
function isMap({
  isMap: saysSo,
  scriptTotals: { server, client, shared },
  page,
}: Resources[number]): boolean {
  return saysSo || (server + client + shared === 0 && page === null)
}
