import { cutText } from '#analysis/cut-text.ts'
import type { Event, EventKind } from '#analysis/flow/events.ts'
import { giftsOf } from '#analysis/flow/payments.ts'
import {
  endOf,
  has,
  hasFreeStart,
  isConstant,
  lasting,
  nothing,
  numberOf,
  origin,
  startOf,
  textOf,
  textsOf,
  type Value,
} from '#analysis/flow/value.ts'
import { giftOf, queryOf, takesOver } from './queries.ts'

export type ActKind =
  | 'gift'
  /** Goods are sold, and after a pause taken. */
  | 'race'
  | 'right'
  | 'job'
  | 'inventory'
  | 'takes-over'
  /** Another player loses something, is moved, or is sent away. */
  | 'takes'
  | 'moves'
  | 'any-method'
  | 'request'
  | 'drops-all'
  | 'drops-one'
  | 'deletes'
  | 'stops'
  | 'stops-itself'
  | 'console'
  | 'changes-data'
/** Something that changes the server or its players. */
export type Act = {
  kind: ActKind
  detail: string
  isChosen: boolean
  isOfState: boolean
  isFromHost: boolean
  isLarge: boolean
  isHighGroup: boolean
}

export const actKinds = [
  'act',
  'stops-server',
  'stops-resource',
  'removes-file',
  'runs-command',
  'database',
  'sends-event',
  'http',
] as const satisfies EventKind[]
const largeAmount = 50_000
/** Groups, and the right to use all commands. */
const highRight = /\b(admin|superadmin|god|owner)\b|\scommand(\s+allow)?\s*$/

export function actOf(event: Event): Act | undefined {
  const { values, file } = event
  if (file.side === 'client' || file.side === 'page') return undefined
  const kind = kindOf(event)
  if (!kind) return undefined
  const query = event.kind === 'database' ? queryOf(event).values : []
  const gifts = [...giftsOf(values, event.object), ...query]
  return {
    kind,
    detail: cutText(detailOf(event, kind), 60),
    // A right that the database stores for the player is not chosen by the sender.
    isChosen:
      alwaysChosen.has(kind) ||
      gifts.some(
        (value) =>
          (has(value, origin.event | origin.command) || isNamedThing(kind, value)) &&
          !(event.kind === 'runs-command' && has(value, origin.stored)),
      ),
    isOfState: gifts.some((value) => has(value, origin.state)),
    isFromHost: (event.kind === 'database' ? query : gifts).some((value) => has(value, origin.http)),
    isHighGroup: gifts.some((value) =>
      [...textsOf(value), startOf(value), endOf(value)].some((text) => highRight.test(text)),
    ),
    isLarge: gifts.some((value) => (numberOf(value) ?? 0) >= largeAmount),
  }
}

/** The right or the row that the sender named. */
const isNamedThing = (kind: ActKind, value: Value): boolean =>
  has(value, origin.chosen) && (kind === 'right' || (kind === 'gift' && has(value, origin.stored)))

/** These are no acts unless the sender chooses what they are done to. */
const alwaysChosen: ReadonlySet<ActKind> = new Set<ActKind>([
  'takes-over',
  'takes',
  'moves',
  'any-method',
  'request',
])
const ofPlayerData = /^(money|items|job|gang|permission|accounts|inventory|licen[cs]es)$/
/** Names of events that give something. */
const giving =
  /(^|[:_])(add|give)_?(account)?_?(money|item|cash|weapon|license|licence|vehicle|xp)|[:_]set_?(job|group)$/i

const clearing = /^(clear|confiscate)/i

const isSent = (value: Value): boolean => has(value, origin.sent) && !value.refs?.includes('source')

function kindOf(event: Event): ActKind | undefined {
  const { kind, detail, values, object = nothing, named } = event
  const [first = nothing] = values
  /** The player whose method is called was chosen by the sender. */
  const isOfOther = object.refs ? isSent(first) : has(object, origin.event) && !object.objects
  /** A part of the name is enough: the inventory of the sender has no such name. */
  const isEmptied = clearing.test(event.name) && has(first, origin.event) && !has(first, origin.identity)
  switch (kind) {
    case 'act':
      switch (detail) {
        case 'drops-all':
          if (first.refs?.includes('#player')) return 'drops-all'
          return event.name === 'DropPlayer' && has(first, origin.event | origin.command)
            ? 'drops-one'
            : undefined
        case 'inventory':
          return values.some((value) => has(value, origin.event) && hasFreeStart(value)) ? detail : undefined
        case 'takes':
        case 'drops-one':
          return isOfOther || isEmptied ? detail : undefined
        case 'moves':
          return (first.refs?.includes('#ped') &&
            (has(first, origin.event) || first.refs.includes('#player'))) ||
            isSent(first)
            ? detail
            : undefined
        case 'player-data':
          return ofPlayerData.test(textOf(first) ?? '') ||
            (has(first, origin.event | origin.command) && hasFreeStart(first))
            ? 'gift'
            : undefined
        case 'stored-data':
          return values.slice(0, -1).some((value) => isSent(value) && hasFreeStart(value))
            ? 'gift'
            : undefined
        case 'gift':
        case 'race':
        case 'right':
        case 'job':
        case 'deletes':
        case 'any-method':
          return detail
        default:
          return undefined
      }
    case 'sends-event':
      return detail !== 'clients' && giving.test(textOf(first) ?? '') ? 'gift' : undefined
    case 'http': {
      const url = named.url ?? nothing
      return isSent(url) && hasFreeStart(url) ? 'request' : undefined
    }
    case 'stops-server':
      return 'stops'
    case 'stops-resource':
      return isOwn(event.named.resource ?? nothing, event.file.resource) ? 'stops-itself' : 'stops'
    case 'removes-file':
      return 'deletes'
    case 'runs-command':
      return commandKind(startOf(event.named.command ?? nothing))
    default: {
      const { text } = queryOf(event)
      if (/\b(drop\s{1,9}(table|database)|truncate)\b/i.test(text)) return 'deletes'
      if (takesOver(event)) return 'takes-over'
      const gift = giftOf(event)
      if (gift) return gift
      return /^\s*(update|delete)\b/i.test(text) ? 'changes-data' : undefined
    }
  }
}

/** The name of the own resource and no other. */
function isOwn(value: Value, resource: string): boolean {
  const isRead = value.refs?.join() === '#own' && !value.constants && !has(value, lasting)
  return isRead || (isConstant(value) && textsOf(value).every((text) => text === resource))
}

function commandKind(command: string): ActKind | undefined {
  if (/^\s*(stop|restart)\b/.test(command)) return 'stops'
  // It sets what the list of servers shows.
  if (/^\s*sets\s/.test(command)) return undefined
  return /\badd_(ace|principal)\b/.test(command) ? 'right' : 'console'
}

/** Such as `UPDATE users`. */
const targetOf = (event: Event): string =>
  /^\s*(\w+(\s+\w+)?\s+[`"]?\w+)/.exec(queryOf(event).text)?.[1]?.replace(/\s+set$/i, '') ?? 'a query'

function detailOf(event: Event, kind: ActKind): string {
  if (kind === 'race') return `${event.name} before it is taken, after a pause`
  if (kind === 'drops-all') return `${event.name} of all`
  if (kind === 'drops-one') return `${event.name} of a chosen player`
  if ((kind === 'takes' || kind === 'moves') && event.kind === 'act')
    return `${event.name} of a chosen player`
  if (kind === 'request') return 'a request to a chosen address'
  if (event.kind === 'sends-event') return textOf(event.values[0] ?? nothing) ?? ''
  if (event.kind === 'runs-command') return startOf(event.named.command ?? nothing) || 'ExecuteCommand'
  if (event.kind === 'database')
    return kind === 'deletes' ? (textOf(event.values[0] ?? nothing) ?? 'a query') : targetOf(event)
  return event.kind === 'removes-file' ? 'removes files' : event.name
}
