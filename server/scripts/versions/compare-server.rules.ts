import type { ResourceDescription } from '#contract/archives/analysis.ts'
import { changesLimits, type ServerChanges } from '#contract/scripts/changes.ts'
import type { ServerNeeds } from '#contract/scripts/install.ts'

import { convarsOf, requirementsOf, serverNeedsOf, type Required } from './requirements.rules.ts'

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
