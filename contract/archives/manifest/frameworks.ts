import { frameworks, type Framework } from './framework-names.ts'

/** The resource that a framework consists of. */
export const frameworkResources = {
  esx: 'es_extended',
  qbcore: 'qb-core',
  qbox: 'qbx_core',
  ox: 'ox_core',
  vrp: 'vrp',
  vorp: 'vorp_core',
  rsg: 'rsg-core',
} as const satisfies Record<Framework, string>

const frameworksByResource = new Map<string, Framework>([
  ...frameworks.map((framework): [string, Framework] => [frameworkResources[framework], framework]),
  ['essentialmode', 'esx'],
])

/** The resources, and texts that only users of a framework write. The other names are too short to mean it in code. */
const marks = new Map<string, Framework>([
  ...[...frameworksByResource].filter(([name]) => name !== 'vrp' && name !== 'essentialmode'),
  ['esx:getSharedObject', 'esx'],
  ['QBCore:GetObject', 'qbcore'],
  ['vorp_inventory', 'vorp'],
])

/** The framework that a resource of this name is. */
export function frameworkOf(resourceName: string): Framework | undefined {
  return frameworksByResource.get(resourceName)
}

/** Each of the resources that use the framework does so only where a server has it. */
export function isOptional(
  framework: Framework,
  resources: readonly { frameworks: readonly string[]; optional?: readonly string[] | undefined }[],
): boolean {
  const users = resources.filter(({ frameworks: used }) => used.includes(framework))
  return users.every(({ optional = [] }) => optional.includes(frameworkResources[framework]))
}

/** The frameworks that a script uses, from its tokens in Lua or JavaScript. */
export function findFrameworks(tokens: readonly { t: string; v: string }[]): Framework[] {
  const used = new Set<Framework>()
  for (const [index, { t, v }] of tokens.entries()) {
    const framework = t === 'name' || t === 'str' ? marks.get(v) : undefined
    if (framework) used.add(framework)
    // Proxy.getInterface('vRP')
    else if (v === 'getInterface' && tokens.slice(index + 1, index + 3).some((near) => near.v === 'vRP'))
      used.add('vrp')
  }
  return frameworks.filter((framework) => used.has(framework))
}
