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
  const defaults = new Map(before.map(({ name, fallback }) => [name, fallback]))
  return {
    added: missingIn(before, after),
    removed: missingIn(after, before).map(({ name }) => name),
    changed: after
      .flatMap(({ name, fallback }) => {
        const former = defaults.get(name)
        return former === undefined || former === fallback ? [] : [{ name, before: former, after: fallback }]
      })
      .slice(0, changesLimits.serverMax),
  }
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
