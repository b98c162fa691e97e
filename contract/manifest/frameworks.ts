import { frameworks, type Framework } from './framework-names.ts'

/** The resources that a framework consists of, and texts that only its users write. */
const marks = new Map<string, Framework>([
  ['es_extended', 'esx'],
  ['esx:getSharedObject', 'esx'],
  ['qb-core', 'qbcore'],
  ['QBCore:GetObject', 'qbcore'],
  ['qbx_core', 'qbox'],
  ['ox_core', 'ox'],
])

/** Names that are too short to mean the framework in code. */
const resourceMarks = new Map<string, Framework>([...marks, ['essentialmode', 'esx'], ['vrp', 'vrp']])

/** The framework that a resource of this name belongs to. */
export function frameworkOf(resourceName: string): Framework | undefined {
  return resourceMarks.get(resourceName)
}

/** The frameworks that a script uses, from its tokens in Lua or JavaScript. */
export function findFrameworks(tokens: readonly { t: string; v: string }[]): Framework[] {
  const found = new Set<Framework>()
  for (const [index, { t, v }] of tokens.entries()) {
    const framework = t === 'name' || t === 'str' ? marks.get(v) : undefined
    if (framework) found.add(framework)
    // Proxy.getInterface('vRP')
    else if (v === 'getInterface' && tokens.slice(index + 1, index + 3).some((near) => near.v === 'vRP'))
      found.add('vrp')
  }
  return frameworks.filter((framework) => found.has(framework))
}
