import { anyResource, ownResource } from '#server/archives/rules/touches-server.rule.ts'

import { sourceOf } from '#server/archives/rules/runs-code.rule.ts'
import { noteAct } from '#server/archives/rules/trusts-others.rule.ts'

import type { Action } from './known-functions.ts'
import type { Place, Sight } from './sight.ts'
import { bitsOf, constantOf, from, nothing, refTo, unknown } from './values.ts'

/** One of all players, vehicles and so on. */
const anyPlayer = '#player'

/** Functions that Citizen.InvokeNative calls by the hash of their name. */
const natives = new Map([
  [0x8e8cc653, 'PerformHttpRequest'],
  [0x6b171e87, 'PerformHttpRequest'],
  [0x561c060b, 'ExecuteCommand'],
  [0xa09e7e7b, 'SaveResourceFile'],
  [0x76a9ee1f, 'LoadResourceFile'],
])

/** A number of the code that is the hash of a native function. */
export function checkNumber(text: string, place: Place, sight: Sight): void {
  const name = text.length < 8 ? undefined : natives.get(Number(text) >>> 0)
  if (name !== undefined) sight.report('global-by-text', 'medium', place, `the number of ${name}`)
}

/** Functions of the game server that tell about resources and entities, and the one that calls others by a number. */
export const nativeFunctions: [action: Action, names: string][] = [
  [
    ({ args, apply, call, sight }) => {
      const bits = bitsOf(args[0] ?? nothing)
      if ((bits & (from.event | from.http | from.web)) !== 0)
        sight.report(
          'runs-text-from-outside',
          'high',
          call,
          `${sourceOf(bits) || 'a download'} chooses a function of the game`,
        )
      const native = natives.get((args[0]?.num ?? 0) >>> 0)
      return native === undefined ? unknown : apply(refTo(native), args.slice(1))
    },
    'Citizen.InvokeNative Citizen.InvokeFunctionReference',
  ],
  [
    () => ({
      bits: from.unknown,
      table: { fields: new Map(), items: [], rest: refTo(anyPlayer, from.unknown), changes: 0 },
    }),
    'GetPlayers getPlayers GetAllVehicles GetAllPeds GetAllObjects ESX.GetPlayers ESX.GetExtendedPlayers QBCore.Functions.GetPlayers',
  ],
  [
    ({ args, call, sight, ref }) => {
      if (args[0]?.refs?.includes(anyPlayer)) noteAct('drops-all', `${ref} of all`, args, call, sight)
      return unknown
    },
    'DropPlayer DeleteEntity',
  ],
  [() => ({ bits: 0, refs: ['#entity'] }), 'Entity Player StateBag'],
  [
    ({ args, call, sight }) => {
      if (args[1]?.text === 'inactive')
        sight.report('lowers-protection', 'medium', call, 'the lockdown of entities')
      return unknown
    },
    'SetRoutingBucketEntityLockdownMode',
  ],
  [() => refTo(anyResource, from.unknown), 'GetResourceByFindIndex'],
  [() => refTo(ownResource, from.unknown), 'GetCurrentResourceName'],
  [
    ({ args }) => {
      const given = args[0] ?? nothing
      const name = given.refs?.includes(anyResource) ? anyResource : constantOf(given)
      if (name === undefined) return unknown
      const path = `/resources/${name.slice(0, 100)}`
      return { bits: from.unknown, head: path, tail: path }
    },
    'GetResourcePath',
  ],
]
