import { type ResourceDescription, capabilityKinds, type Capability } from '#contract/archives/analysis.ts'
import {
  type ChangedFile,
  type Changes,
  changesLimits,
  type ServerChanges,
} from '#contract/scripts/changes.ts'
import type { ServerNeeds } from '#contract/scripts/install.ts'
import type { TreeFile, VersionChange } from '#contract/scripts/versions.ts'

import { convarsOf, requirementsOf, serverNeedsOf, type Required } from './requirements.rules.ts'

type File = Pick<TreeFile, 'n' | 'path' | 'size' | 'sha256' | 'kind' | 'isStored'>
type Pair = { before: File; after: File }

/** Compares two lists of files by path and hash, in linear time. A moved file has one former path. */
export function compareFiles(
  before: readonly File[],
  after: readonly File[],
): { files: ChangedFile[]; counts: Changes['fileCounts'] } {
  const former = new Map(before.map((file) => [file.path, file]))
  const changed: Pair[] = []
  const unknown: File[] = []
  for (const file of after) {
    const old = former.get(file.path)
    if (!old) unknown.push(file)
    else if (old.sha256 !== file.sha256) changed.push({ before: old, after: file })
    former.delete(file.path)
  }
  const { moved, removed, added } = findMoved([...former.values()], unknown)
  const counts = {
    changed: changed.length,
    added: added.length,
    removed: removed.length,
    moved: moved.length,
  }
  const files = [
    ...changed.map((pair) => describe('changed', pair.after, pair)),
    ...moved.map((pair) => describe('moved', pair.after, pair)),
    ...added.map((file) => describe('added', file, { after: file })),
    ...removed.map((file) => describe('removed', file, { before: file })),
  ]
  return { files, counts }
}

/** Pairs files with the same content: first those that keep their name. Empty files are all alike. */
function findMoved(
  gone: readonly File[],
  unknown: readonly File[],
): { moved: Pair[]; removed: File[]; added: File[] } {
  const moved: Pair[] = []
  const removed = new Set(gone)
  let added = [...unknown]
  for (const keyOf of [
    ({ sha256, path }: File) => `${sha256} ${nameOf(path)}`,
    ({ sha256 }: File) => sha256,
  ]) {
    const sources = Map.groupBy([...removed].toReversed(), keyOf)
    added = added.filter((after) => {
      const before = after.size > 0 ? sources.get(keyOf(after))?.pop() : undefined
      if (!before) return true
      moved.push({ before, after })
      removed.delete(before)
      return false
    })
  }
  return { moved, removed: [...removed], added }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function describe(
  change: ChangedFile['change'],
  { path, size, kind }: File,
  { before, after }: Partial<Pair>,
): ChangedFile {
  return {
    path,
    change,
    from: change === 'moved' && before ? before.path : null,
    size,
    sizeBefore: before?.size ?? null,
    isText: kind === 'text',
    n: after?.isStored ? after.n : null,
    nBefore: before?.isStored ? before.n : null,
  }
}

type Resources = readonly ResourceDescription[]
type Compared = Pick<ServerChanges, 'needs' | 'convars'> & {
  requires: { added: Required[]; removed: string[] }
}

/** The needs of a version on the server that the version before did not need, and the reverse. */
export function compareServer(before: Resources, after: Resources): Compared {
  const [requiresBefore, requires] = [requirementsOf(before), requirementsOf(after)]
  const constraints = new Map(requiresBefore.map(({ name, constraint }) => [name, constraint]))
  return {
    requires: {
      added: requires
        // Without a constraint every version will do.
        .filter(({ name, constraint }) =>
          constraint === null ? !constraints.has(name) : constraints.get(name) !== constraint,
        )
        .slice(0, changesLimits.serverMax),
      removed: missingIn(requires, requiresBefore).map(({ name }) => name),
    },
    needs: newNeeds(serverNeedsOf(before), serverNeedsOf(after)),
    convars: compareConvars(before, after),
  }
}

function compareConvars(resourcesBefore: Resources, resources: Resources): ServerChanges['convars'] {
  const [before, after] = [convarsOf(resourcesBefore), convarsOf(resources)]
  const [formerDefaults, defaults] = [defaultsOf(resourcesBefore), defaultsOf(resources)]
  return {
    added: missingIn(before, after),
    removed: missingIn(after, before).map(({ name }) => name),
    changed: after
      .flatMap(({ name }) => {
        const former = formerDefaults.get(name)
        return former
          ? changedDefaults(former, defaults.get(name) ?? []).map((change) => ({ name, ...change }))
          : []
      })
      .slice(0, changesLimits.serverMax),
  }
}

type Defaults = readonly (string | null)[]

/** Resources may read one convar with different defaults. */
function defaultsOf(resources: Resources): Map<string, Defaults> {
  const convars = resources.flatMap((resource) => resource.convars ?? [])
  const byName = Map.groupBy(convars, ({ name }) => name)
  return new Map([...byName].map(([name, all]) => [name, [...new Set(all.map(({ fallback }) => fallback))]]))
}

function changedDefaults(former: Defaults, own: Defaults) {
  const gone = former.filter((value) => !own.includes(value))
  const added = own.filter((value) => !former.includes(value))
  const { length } = gone.length > added.length ? gone : added
  return Array.from({ length }, (_, index) => ({
    before: gone[index] ?? null,
    after: added[index] ?? null,
  })).filter(({ before, after }) => before !== after)
}

function missingIn<T extends { name: string }>(other: readonly T[], own: readonly T[]): T[] {
  const names = new Set(other.map(({ name }) => name))
  return own.filter(({ name }) => !names.has(name)).slice(0, changesLimits.serverMax)
}

function newNeeds(before: ServerNeeds, { build, onesync, gameBuild }: ServerNeeds): ServerNeeds {
  return {
    build: build !== null && build > (before.build ?? 0) ? build : null,
    onesync: onesync && !before.onesync,
    // A name such as mptuner cannot be compared.
    gameBuild:
      gameBuild === before.gameBuild || Number(gameBuild) < Number(before.gameBuild) ? null : gameBuild,
  }
}

type Entry = VersionChange['added'][number]

/** Capabilities that one analysis has and the other has not, in the order of display. */
export function compareCapabilities(
  before: readonly Capability[],
  after: readonly Capability[],
): { added: Entry[]; removed: Entry[] } {
  return { added: capabilitiesMissingIn(before, after), removed: capabilitiesMissingIn(after, before) }
}

/** A capability without values is missing only if the other analysis does not have it at all. */
function capabilitiesMissingIn(other: readonly Capability[], own: readonly Capability[]): Entry[] {
  const values = new Map(other.map((capability) => [kindAndSide(capability), new Set(capability.values)]))
  const inOrder = own.toSorted((a, b) => capabilityKinds.indexOf(a.kind) - capabilityKinds.indexOf(b.kind))
  return inOrder.flatMap((capability) => {
    const { kind, side } = capability
    const known = values.get(kindAndSide(capability))
    if (capability.values.length === 0) return known ? [] : [{ kind, side, value: null }]
    return capability.values
      .filter((value) => !known?.has(value))
      .map((value): Entry => ({ kind, side, value }))
  })
}

function kindAndSide({ kind, side }: Capability): string {
  return `${kind} ${side}`
}
