import { isWithin } from '#analysis/flow/call-graph.ts'
import type { Trigger } from '#analysis/flow/events.ts'
import { actOf, actKinds, type ActKind } from './acts.ts'
import { asksOwner } from './queries.ts'
import { defineRule, medium } from './rule.ts'
import { checksFound, checksNotFound } from './open-to-players.checks.examples.ts'
import { openToPlayersNotFound } from './open-to-players.counterexamples.ts'
import { openToPlayersFound } from './open-to-players.examples.ts'

const texts: Record<Exclude<Trigger, 'restricted'>, string> = {
  event: 'any player who sends the event',
  state: 'any player who sets the state',
  command: 'any player who types the command',
  chat: 'any player who writes in the chat',
  http: 'another host',
  web: 'a web request',
}
const byPlayers: ReadonlySet<ActKind> = new Set<ActKind>([
  'gift',
  'race',
  'right',
  'drops-all',
  'drops-one',
  'deletes',
  'stops',
  'stops-itself',
])
/** The sender has to choose something of it. */
const ofSender: ReadonlySet<ActKind> = new Set<ActKind>([
  'job',
  'inventory',
  'takes-over',
  'takes',
  'moves',
  'any-method',
  'request',
])

export const openToPlayers = defineRule({
  id: 'open-to-players',
  on: actKinds,
  test: (event, program) => {
    const act = actOf(event)
    if (!act) return undefined
    const { kind, isHighGroup, isLarge } = act
    const { fn, file } = event
    if (
      // The row of the sender bounds what is changed, not how much.
      (kind === 'takes-over' || kind === 'takes') &&
      event.kind === 'database' &&
      program
        .of(file, 'database')
        .some((one) => one.fn !== program.main(file) && isWithin(fn, one.fn) && asksOwner(one))
    )
      return undefined
    // The value of a state is chosen by the player who sets it: no check of the player bounds it.
    const ofState = act.isOfState ? program.triggers(event).filter(({ trigger }) => trigger === 'state') : []
    for (const { trigger, name } of [...ofState, ...program.openTriggers(event)]) {
      if (trigger === 'restricted' || trigger === 'http' || trigger === 'web') continue
      const isChosen = trigger === 'state' ? act.isOfState : act.isChosen
      const isOpen =
        trigger === 'chat'
          ? (byPlayers.has(kind) && kind !== 'drops-one') || kind === 'console'
          : trigger === 'command'
            ? byPlayers.has(kind) || (kind === 'job' && isChosen)
            : kind === 'gift'
              ? isChosen || isLarge
              : ofSender.has(kind)
                ? isChosen
                : kind === 'right'
                  ? isChosen || isHighGroup
                  : byPlayers.has(kind)
      if (isOpen)
        return medium(`${act.detail}, by ${texts[trigger]} ${trigger === 'chat' ? '' : name}`.trim())
    }
    return undefined
  },
  examples: {
    found: [...openToPlayersFound, ...checksFound],
    notFound: [...openToPlayersNotFound, ...checksNotFound],
  },
})
