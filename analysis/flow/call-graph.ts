import type { Event, EventsOf, Trigger } from './events.ts'
import type { Instance } from './heap.ts'

export type Handler = { trigger: Trigger; name: string }

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
  for (const { object, trigger, name, isNet } of of('handler'))
    if (trigger && (isNet === true || netEvents.has(name) || trigger === 'restricted'))
      for (const to of object?.functions ?? [])
        handlers.getOrInsertComputed(to, () => []).push({ trigger, name })
  const isOfPlayers =
    of('listens').some(({ isNet, values }) => isNet === true && nameOf(values) === undefined) ||
    of('handler').some(({ name, trigger }) => trigger === 'event' && (name === '' || ofPlatform.test(name)))
  return { handlersOf, isOfPlayers }

  /** The handlers that reach the place; without a check on the way if it has to be open. */
  function handlersOf({ fn, isChecked }: Event, isOpen: boolean): Handler[] {
    if (isOpen && isChecked) return []
    const seen = new Set<Instance>()
    const found: Handler[] = []
    const waiting = [fn]
    for (let next = waiting.pop(); next && seen.size < reachMax; next = waiting.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      found.push(...(handlers.get(next) ?? []))
      for (const caller of callers.get(next) ?? [])
        if (!isOpen || !caller.isChecked) waiting.push(caller.from)
      // A function that a handler makes and keeps for later, or gives to one that calls it after a check.
      const { parent } = next
      if (!parent || handlers.has(next) || (isOpen && next.isMadeChecked)) continue
      const ofNext = callers.get(next) ?? []
      const isGuarded =
        isOpen &&
        ofNext.some(({ from }) => callers.get(from)?.some((outer) => isWithin(outer.from, parent))) &&
        ofNext.every((caller) => caller.isChecked)
      if (!isGuarded && !ofNext.some(({ from }) => isWithin(from, parent))) waiting.push(parent)
    }
    return found
  }
}

export function isWithin(fn: Instance, outer: Instance): boolean {
  for (let one: Instance | undefined = fn; one; one = one.parent) if (one === outer) return true
  return false
}

function nameOf([name]: Event['values']): string | undefined {
  const [text] = name?.constants ?? []
  return typeof text === 'string' ? text : undefined
}
