import type { Convar, ResourceDescription } from '#contract/archives/analysis.ts'
import type { RequiredResource, ServerNeeds } from '#contract/scripts/install.ts'
import { frameworkNames, frameworks } from '#contract/archives/manifest/framework-names.ts'
import { frameworkOf, frameworkResources, isOptional } from '#contract/archives/manifest/frameworks.ts'

type Named = Pick<ResourceDescription, 'name' | 'provides'>
/** What says which other resources a resource needs. */
export type NeedingResource = Named &
  Pick<ResourceDescription, 'dependencies' | 'libraries' | 'optional' | 'frameworks'>
export type RunningResource = Pick<ResourceDescription, 'requirements'>

export type Required = Omit<RequiredResource, 'script' | 'home'>

/** Resources that do nothing alone: others call them. */
const libraryNames =
  /^(ox_lib|oxmysql|mysql-async|ghmattimysql|async|PolyZone|pma-voice|menuv|bob74_ipl|.*[_-]lib)$/i

/** The needs of the resources that the archive does not contain: frameworks, libraries, other resources. */
export function requirementsOf(resources: readonly NeedingResource[]): Required[] {
  const own = namesOf(resources)
  const required = new Map<string, Required>()
  for (const { dependencies } of resources)
    for (const { name, constraint } of dependencies)
      if (!required.get(name)?.constraint) add(name, constraint, true)
  // A framework is added below: a server has one of several.
  for (const { libraries, optional = [] } of resources)
    for (const name of libraries)
      if (!required.has(name) && !frameworkOf(name) && !optional.includes(name)) add(name, null, false)
  const used = usedFrameworks(resources, own)
  const [only] = used
  if (only && used.length === 1 && !isOptional(only, resources) && !required.has(frameworkResources[only]))
    add(frameworkResources[only], null, false)
  return [...required.values()].toSorted(
    (a, b) => rank(a) - rank(b) || Number(b.isDeclared) - Number(a.isDeclared) || compare(a.name, b.name),
  )

  function add(name: string, constraint: string | null, isDeclared: boolean): void {
    if (name === '' || own.has(name)) return
    required.set(name, { name, constraint, kind: kindOf(name), isDeclared })
  }
}

export function serverNeedsOf(resources: readonly RunningResource[]): ServerNeeds {
  const all = resources.map(({ requirements }) => requirements)
  const builds = all.flatMap(({ server }) => server ?? [])
  const gameBuilds = all.flatMap(({ gameBuild }) => gameBuild ?? [])
  return {
    build: builds.length === 0 ? null : Math.max(...builds),
    onesync: all.some(({ onesync }) => onesync === true),
    // The number of a later build is higher; a name such as mptuner cannot be compared.
    gameBuild: gameBuilds.toSorted((a, b) => compareBuilds(b, a))[0] ?? null,
  }
}

/** The settings that the code reads, by name. */
export function convarsOf(resources: readonly ResourceDescription[]): Convar[] {
  const all = new Map<string, Convar>()
  for (const convar of resources.flatMap(({ convars = [] }) => convars)) {
    const known = all.get(convar.name)
    all.set(convar.name, {
      name: convar.name,
      fallback: known?.fallback ?? convar.fallback,
      isReplicated: convar.isReplicated || known?.isReplicated === true,
    })
  }
  return [...all.values()].toSorted((a, b) => compare(a.name, b.name))
}

/** Sentences about what the other fields do not say. */
export function notesOf(resources: readonly ResourceDescription[]): string[] {
  const used = usedFrameworks(resources, namesOf(resources))
  const other = [...new Set(resources.flatMap(({ requirements }) => requirements.other))]
  const games = [...new Set(resources.flatMap((resource) => resource.games))].toSorted()
  return [
    ...(used.length > 1
      ? [
          `It supports ${lists.format(used.map((framework) => frameworkNames[framework]))} and uses the one on your server, if any.`,
        ]
      : used
          .filter((framework) => isOptional(framework, resources))
          .map((framework) => `It uses ${frameworkNames[framework]} only where your server has it.`)),
    ...(games.includes('rdr3') && !games.includes('gta5') ? ['It is made for RedM.'] : []),
    ...(resources.some(({ isEscrowed }) => isEscrowed)
      ? ['Parts are encrypted by Cfx.re: the license key of your server must own them.']
      : []),
    ...(other.length > 0 ? [`Its manifests also name ${other.join(', ')}.`] : []),
  ]
}

const lists = new Intl.ListFormat('en-GB')

function namesOf(resources: readonly Named[]): Set<string> {
  return new Set(resources.flatMap(({ name, provides }) => [name, ...provides]))
}

/** The frameworks that the code uses. One whose resource is in the archive is not needed. */
function usedFrameworks(resources: readonly NeedingResource[], own: ReadonlySet<string>) {
  return frameworks.filter(
    (framework) =>
      !own.has(frameworkResources[framework]) &&
      resources.some((resource) => resource.frameworks.includes(framework)),
  )
}

function kindOf(name: string): Required['kind'] {
  if (frameworkOf(name)) return 'framework'
  return libraryNames.test(name) ? 'library' : 'resource'
}

/** Libraries start first: frameworks use them. */
const kindsInOrder: readonly Required['kind'][] = ['library', 'framework', 'resource']

function rank({ kind }: Required): number {
  return kindsInOrder.indexOf(kind)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1
}

function compareBuilds(a: string, b: string): number {
  return (Number(a) || 0) - (Number(b) || 0)
}
