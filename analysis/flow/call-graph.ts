import type { Event, EventsOf, Trigger } from './events.ts'
import type { Instance } from './heap.ts'

export type Handler = { trigger: Trigger; name: string; isLocal: boolean }

const reachMax = 60
/** Events that the platform sends for a player. */
const ofPlatform =
  /^(player|entity|weapon|explosion|(give|remove)Weapon|clearPed|ptFx|fire|startProj|rcon)[A-Z]/

/** Which handlers lead to which places, through functions that they call. */
export function createReach(of: EventsOf) {
  const callers = new Map<Instance, { from: Instance; isChecked: boolean }[]>()
  const handlers = new Map<Instance, Handler[]>()
  const netEvents = new Set(
    of('listens').flatMap(({ isNet, name, values }) => (isNet ? [nameOf(values) ?? name] : [])),
  )
  for (const { fn, object, isChecked } of of('calls'))
    for (const to of object?.functions ?? [])
      callers.getOrInsertComputed(to, () => []).push({ from: fn, isChecked })
  for (const { object, trigger, name, isNet } of of('handler')) {
    if (!trigger) continue
    const isLocal = isNet !== true && !netEvents.has(name) && trigger !== 'restricted'
    for (const to of object?.functions ?? [])
      handlers.getOrInsertComputed(to, () => []).push({ trigger, name, isLocal })
  }
  /** Functions of the platform that are handlers themselves, by their places. */
  const passed = new Map(
    of('listens').flatMap(({ isNet, name, values, place, trigger = 'event' }): [string, Handler][] =>
      values.some(({ refs, functions }) => refs && !functions) &&
      (isNet === true || netEvents.has(nameOf(values) ?? ''))
        ? [[keyOf(place), { trigger, name, isLocal: false }]]
        : [],
    ),
  )
  const hasNet = [...handlers.values()].some((list) => list.some(({ isLocal }) => !isLocal))
  const isOfPlayers =
    of('listens').some(({ isNet, values }) => isNet === true && nameOf(values) === undefined) ||
    of('handler').some(({ name, trigger }) => trigger === 'event' && (name === '' || ofPlatform.test(name)))
  return { handlersOf, isFromServer, isOfPlayers, localHandlersOf }

  /** Those of network events, commands and requests that reach the place; without a check if it has to be open. */
  function handlersOf(event: Event, isOpen: boolean): Handler[] {
    return reaching(event, isOpen).filter((handler) => !handler.isLocal)
  }
  /** Those of events of the server. */
  function localHandlersOf(event: Event): Handler[] {
    return reaching(event, false).filter((handler) => handler.isLocal)
  }
  /** No player leads to it. What is kept for a thread may come from one. */
  function isFromServer(event: Event): boolean {
    const all = reaching(event, false)
    return !isOfPlayers && all.every((handler) => handler.isLocal) && (all.length > 0 || !hasNet)
  }

  function reaching({ fn, isChecked, place }: Event, isOpen: boolean): Handler[] {
    if (isOpen && isChecked) return []
    const seen = new Set<Instance>()
    const own = passed.get(keyOf(place))
    const reached: Handler[] = own ? [own] : []
    const waiting = [fn]
    for (let next = waiting.pop(); next && seen.size < reachMax; next = waiting.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      reached.push(...(handlers.get(next) ?? []))
      for (const caller of callers.get(next) ?? [])
        if (!isOpen || !caller.isChecked) waiting.push(caller.from)
      // A function that a handler makes and keeps for later, or gives to one that calls it after a check.
      const { parent } = next
      const isHandler = handlers.get(next)?.some((handler) => !handler.isLocal)
      if (!parent || isHandler || (isOpen && next.isMadeChecked)) continue
      const ofNext = callers.get(next) ?? []
      const isGuarded =
        isOpen &&
        ofNext.some(({ from }) => callers.get(from)?.some((outer) => isWithin(outer.from, parent))) &&
        ofNext.every((caller) => caller.isChecked)
      if (!isGuarded && !ofNext.some(({ from }) => isWithin(from, parent))) waiting.push(parent)
    }
    return reached
  }
}

const keyOf = ({ file: { path }, start }: Event['place']): string => `${start} ${path}`

export function isWithin(fn: Instance, outer: Instance): boolean {
  for (let one: Instance | undefined = fn; one; one = one.parent) if (one === outer) return true
  return false
}

function nameOf([name]: Event['values']): string | undefined {
  const [text] = name?.constants ?? []
  return typeof text === 'string' ? text : undefined
}
