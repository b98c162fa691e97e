import { cutText } from '#analysis/cut-text.ts'
import type { Event, EventKind } from '#analysis/flow/events.ts'
import {
  endOf,
  has,
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
import { queryOf, takesOver } from './queries.ts'

export type ActKind =
  | 'gift'
  | 'right'
  | 'job'
  | 'inventory'
  | 'takes-over'
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
] as const satisfies EventKind[]
const largeAmount = 50_000
/** Groups, and the right to use all commands. */
const highRight = /\b(admin|superadmin|god|owner)\b|\scommand(\s+allow)?\s*$/

export function actOf(event: Event): Act | undefined {
  const { values, file } = event
  if (file.side === 'client' || file.side === 'page') return undefined
  const kind = kindOf(event)
  if (!kind) return undefined
  const [only] = values
  const isTable = values.length === 1 && only?.objects !== undefined
  // The first of several arguments is the player, those behind the name and the amount are a reason or a note.
  const given = isTable
    ? (only.objects?.[0]?.items().map(({ value }) => value) ?? [])
    : values.length > 2
      ? values.slice(1, 3)
      : values
  const query = event.kind === 'database' ? queryOf(event).values : given
  return {
    kind,
    detail: cutText(detailOf(event, kind), 60),
    // A right that the database stores for the player is not chosen by the sender.
    isChosen:
      kind === 'takes-over' ||
      given.some(
        (value) =>
          has(value, origin.event | origin.command) &&
          !(event.kind === 'runs-command' && has(value, origin.stored)),
      ),
    isOfState: given.some((value) => has(value, origin.state)),
    isFromHost: query.some((value) => has(value, origin.http)),
    isHighGroup: given.some((value) =>
      [...textsOf(value), startOf(value), endOf(value)].some((text) => highRight.test(text)),
    ),
    isLarge: given.some((value) => (numberOf(value) ?? 0) >= largeAmount),
  }
}

function kindOf(event: Event): ActKind | undefined {
  const { kind, detail, values } = event
  const [first = nothing] = values
  switch (kind) {
    case 'act':
      if (detail === 'drops-all' && first.refs?.includes('#player')) return 'drops-all'
      if (event.name === 'DropPlayer' && has(first, origin.event | origin.command)) return 'drops-one'
      if (detail === 'drops-all') return undefined
      if (detail === 'inventory')
        return values.some((value) => has(value, origin.event) && startOf(value) === '') ? detail : undefined
      return detail === 'gift' || detail === 'right' || detail === 'job' ? detail : undefined
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

function detailOf(event: Event, kind: ActKind): string {
  if (kind === 'drops-all') return `${event.name} of all`
  if (kind === 'drops-one') return `${event.name} of a chosen player`
  if (event.kind === 'runs-command') return startOf(event.named.command ?? nothing) || 'ExecuteCommand'
  if (event.kind === 'database')
    return kind === 'deletes' ? (textOf(event.values[0] ?? nothing) ?? 'a query') : 'a query'
  return event.kind === 'removes-file' ? 'removes files' : event.name
}
