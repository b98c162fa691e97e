/** The frameworks, and the resource that each of them consists of. */
export const frameworkResources = {
  esx: 'es_extended',
  qbcore: 'qb-core',
  qbox: 'qbx_core',
  ox: 'ox_core',
  vrp: 'vrp',
  vorp: 'vorp_core',
  rsg: 'rsg-core',
} as const
export const frameworks = ['esx', 'qbcore', 'qbox', 'ox', 'vrp', 'vorp', 'rsg'] as const
export type Framework = (typeof frameworks)[number]

const byName = new Map<string, Framework>([
  ...frameworks.map((framework): [string, Framework] => [frameworkResources[framework], framework]),
  ['essentialmode', 'esx'],
  ['vorp_inventory', 'vorp'],
  ['esx:getSharedObject', 'esx'],
  ['QBCore:GetObject', 'qbcore'],
])

/** The framework whose resource, event or interface has this name. */
export const frameworkOf = (name: string): Framework | undefined => byName.get(name)
