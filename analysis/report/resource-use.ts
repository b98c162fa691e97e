import { cutText } from '#analysis/cut-text.ts'
import {
  frameworkResources,
  frameworks as frameworkNames,
  type Framework,
} from '#analysis/knowledge/framework-names.ts'

import type { Member } from './archive.ts'
import type { CodeFacts } from './facts.ts'

/** A setting in server.cfg that the code reads. */
export type Convar = { name: string; fallback: string | null; isReplicated: boolean }

/** What the code of a resource shows, in addition to its manifest. */
export interface ResourceUse {
  frameworks: Framework[]
  /** Resources that the code uses only where a server has them. */
  optional: string[]
  libraries: string[]
  exports: { server: string[]; client: string[] }
  commands: string[]
  events: { total: number; names: string[] }
  convars: Convar[]
}

const namesMax = 50

function addName(set: Set<string>, name: string | undefined): void {
  if (name !== undefined && name !== '' && set.size < 1000) set.add(cutText(name, 100))
}

/** Files for one of several frameworks: bridge/esx/server.lua, framework/qb.lua. */
const bridgeFile =
  /(^|\/)(bridges?|frameworks?|compat(ibility)?|integrations?)\/|(^|\/)(es_?x|es_extended|qb|qb-?core|qbx|qbx_core|qbox|ox|ox_core|vrp|vorp|rsg|standalone)\.(lua|js|ts)$/i

const bridged = <Name extends string>(uses: Map<Name, boolean>): Name[] =>
  [...uses].flatMap(([name, isUsed]) => (isUsed ? [] : [name]))

/** Collects what the files of a resource use; `own` is its name. */
export function createUse(own: string) {
  const names = {
    /** Whether code outside of bridges uses it. */
    frameworks: new Map<Framework, boolean>(),
    optional: new Set<string>(),
    libraries: new Map<string, boolean>(),
    server: new Set<string>(),
    client: new Set<string>(),
    commands: new Set<string>(),
    events: new Set<string>(),
  }
  const convars = new Map<string, ResourceUse['convars'][number]>()
  return {
    add({ facts, frameworks, optional, convars: found }: CodeFacts, { side, path, resource }: Member): void {
      for (const { name, fallback } of found) {
        const known = convars.get(name)
        if (!known && convars.size >= namesMax) continue
        const isReplicated = known?.isReplicated === true || side === 'client' || side === 'shared'
        convars.set(name, { name, fallback: known?.fallback ?? fallback, isReplicated })
      }
      const isBridge = bridgeFile.test(path.slice(resource?.length ?? 0))
      for (const framework of frameworks)
        names.frameworks.set(framework, names.frameworks.get(framework) === true || !isBridge)
      for (const name of optional) addName(names.optional, name)
      for (const { kind, value } of facts) {
        if (kind === 'events' || kind === 'commands') addName(names[kind], value)
        else if (kind === 'uses' && value && value !== own && names.libraries.size < 1000)
          names.libraries.set(cutText(value, 100), names.libraries.get(value) === true || !isBridge)
        else if (kind === 'exports') {
          if (side !== 'server') addName(names.client, value)
          if (side !== 'client') addName(names.server, value)
        }
      }
    },
    result: (): ResourceUse => ({
      frameworks: frameworkNames.filter((framework) => names.frameworks.has(framework)),
      optional: [
        ...new Set([
          ...names.optional,
          ...bridged(names.libraries),
          ...bridged(names.frameworks).map((framework) => frameworkResources[framework]),
        ]),
      ].slice(0, 100),
      libraries: [...names.libraries.keys()].slice(0, namesMax),
      exports: { server: [...names.server].slice(0, 100), client: [...names.client].slice(0, 100) },
      commands: [...names.commands].slice(0, namesMax),
      events: { total: names.events.size, names: [...names.events].slice(0, namesMax) },
      convars: [...convars.values()],
    }),
  }
}
