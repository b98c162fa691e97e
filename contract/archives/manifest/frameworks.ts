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
