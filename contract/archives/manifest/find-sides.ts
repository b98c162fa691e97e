import { otherResource, type NamedAs, type ReadResource } from './read-resource.ts'
import { resolveGlob, type Folder, type GlobBudget } from './resolve-globs.ts'

export const sides = ['server', 'client', 'shared', 'page', 'none'] as const
/** Where the code of a member runs. `shared` is server and client, `page` is a page within the game. */
export type Side = (typeof sides)[number]

export interface MemberUse {
  side: Side
  /** The path of the nearest folder with a manifest. */
  resource: string | null
  /** A manifest names it, or may do so. */
  isLoaded: boolean
}

const server = 1
const client = 2
const page = 4

const namedFor: Record<NamedAs, number> = {
  server,
  client,
  shared: server | client,
  files: page,
  page,
  loadscreen: page,
  // The server runs it when it builds the resource.
  build: server,
}

const isLua = /\.lua$/i
const isCode = /\.(lua|[cm]?[jt]sx?)$/i
const isInPageFolder = /(^|\/)(html|ui|nui|web|dist|build)\//i

/**
 * The use of each member of the tree. Where something is not known, code counts as run on the server. In an archive without
 * a manifest that is Lua, which an owner may copy into a resource; JavaScript is most often a program of its own.
 */
export function findSides(
  paths: readonly string[],
  root: Folder,
  resources: readonly ReadResource[],
  budget: GlobBudget,
): Map<string, MemberUse> {
  const flags = new Map<string, number>()
  const byName = new Map<string, ReadResource[]>()
  for (const resource of resources) {
    const namesakes = byName.get(resource.name)
    if (namesakes) namesakes.push(resource)
    else byName.set(resource.name, [resource])
  }
  for (const resource of resources) for (const naming of namings) mark(resource, naming)
  const isWithinBudget = budget.steps >= 0

  const owners = findOwners(root, resources)
  const uses = new Map<string, MemberUse>()
  for (const path of paths) {
    const resource = owners.get(path)
    const named = flags.get(path)
    const isOpen = resource !== undefined && isComputed(resource)
    let flag = named ?? 0
    if (isCode.test(path)) {
      if (!isWithinBudget || isOpen || (resources.length === 0 && isLua.test(path))) flag |= server
      else if (
        flag === 0 &&
        resources.length > 0 &&
        !isLua.test(path) &&
        isInPageFolder.test(path.slice(resource?.path.length))
      )
        flag = page
    }
    const isLoaded = named !== undefined || isOpen
    uses.set(path, { side: sideOf(flag), resource: resource?.path ?? null, isLoaded })
  }
  return uses

  function mark(resource: ReadResource, naming: NamedAs): void {
    for (const { value, members } of resource.named[naming]) {
      const other = otherResource(value)
      // Thousands of resources can have one name.
      const others = (budget.steps >= 0 && other && byName.get(other.name)) || []
      const ofOthers = others.flatMap(({ folder }) => resolveGlob(folder, other?.file ?? '', budget))
      for (const path of [...members, ...ofOthers]) {
        // Libraries load the Lua files that they send to players, on both sides.
        const flag = naming === 'files' && isLua.test(path) ? server | client : namedFor[naming]
        flags.set(path, (flags.get(path) ?? 0) | flag)
      }
    }
  }
}

function isComputed({ manifest, hasText }: ReadResource): boolean {
  return !hasText || manifest.unread.length > 0
}

const namings = ['server', 'client', 'shared', 'files', 'page', 'loadscreen', 'build'] as const

function sideOf(flag: number): Side {
  if ((flag & server) !== 0) return (flag & client) === 0 ? 'server' : 'shared'
  return (flag & client) === 0 ? (flag === 0 ? 'none' : 'page') : 'client'
}

/** The resource of each member that has one: that of the nearest folder with a manifest. */
function findOwners(root: Folder, resources: readonly ReadResource[]): Map<string, ReadResource> {
  const byFolder = new Map(resources.map((resource) => [resource.folder, resource]))
  const owners = new Map<string, ReadResource>()
  const waiting: [Folder, ReadResource | undefined][] = [[root, undefined]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [folder, above] = next
    const resource = byFolder.get(folder) ?? above
    if (resource) for (const path of folder.files.values()) owners.set(path, resource)
    for (const below of folder.folders.values()) waiting.push([below, resource])
  }
  return owners
}
