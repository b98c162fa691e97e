import { cutText } from '#analysis/cut-text.ts'
import type { Event } from '#analysis/flow/events.ts'
import { fieldOf, itemsOf, valuesWithin } from '#analysis/flow/heap.ts'
import { has, nothing, origin, startOf, textsOf, type Value } from '#analysis/flow/value.ts'

const isQuery = (text: string): boolean => /^\s*(select|insert|update|delete|drop|truncate)\b/i.test(text)

/** It makes or changes an account of the database, or gives rights on all of it; those on the own schema are none. */
export const databaseAccount =
  /\b(?:create|alter|rename|drop)\s{1,9}user\s[^;]{0,200}?(?:['"`]@|@['"`%]|\bidentified\b)|^\s{0,9}(?:create|alter)\s{1,9}user\s{1,9}['"`]?$|\b(?:grant|revoke)\s[^;]{1,200}?(?:\bon\s{1,9}\*|\bidentified\s{1,9}by\b|\bwith\s{1,9}grant\b)|(?:^|;)\s{0,9}set\s{1,9}password\s{0,9}(?:=|for\b)|\b(?:into|update)\s{1,9}[`"]?mysql[`"]?\.[`"]?(?:global_priv|user)\b/i
/** The database reads or writes a file of its machine, or runs a program. */
export const databaseFile =
  /\binto\s{1,9}(?:outfile|dumpfile)\b|\bload_file\s{0,9}\(|\bload\s{1,9}data\s[^;]{0,40}?\binfile\b|\bsys_(?:exec|eval)\s{0,9}\(|\bfunction\s[^;]{0,80}?\bsoname\b|\bset\s{1,9}global\s{1,9}(?:general|slow_query)_log/i
/** Code that the database keeps and runs by itself. */
export const databaseCode =
  /\bcreate\s[^;]{0,80}?\b(?:trigger\s[^;]{0,200}?\b(?:(?:before|after)\s{1,9}(?:insert|update|delete)\s{1,9}on|for\s{1,9}each\s{1,9}row)|event\s[^;]{0,200}?\bon\s{1,9}schedule)\b/i
/** All texts that a query may be, or a literal that may be one. */
export function statementsOf({ kind, values }: Event): string {
  const texts = values.flatMap((value) =>
    kind === 'literal' ? textsOf(value) : [...textsOf(value), value.prefix ?? ''],
  )
  return cutText(texts.filter((text) => statement.test(text)).join(';\n'), 4000)
}
const statement = /^\s*(?:create|alter|rename|drop|grant|revoke|set|insert|replace|update|select|load)\s/i

/** The text of a query, as far as it is constant, and its values. */
export function queryOf({ values, name }: Event): { text: string; values: Value[] } {
  // The first argument of vRP.prepare is the name of the query.
  const args = /^vRP\._?prepare$/.test(name) ? values.slice(1) : values
  const query = args.find((value) => value.constants ?? value.prefix)
  // A transaction has a list of queries.
  const inner = query ? [] : args.flatMap((value) => [...valuesWithin(value)].map(startOf).filter(isQuery))
  const inTables = args.flatMap(({ objects = [] }) =>
    objects.flatMap((object) => [...object.cells()].map(({ value }) => value)),
  )
  const ordered = args.flatMap(({ objects = [] }) =>
    objects.flatMap((object) => object.items().map(({ value }) => value)),
  )
  const ofInner = query
    ? []
    : inTables.flatMap(({ objects = [] }) =>
        objects.flatMap((one) => itemsOf((one.fields.get('values') ?? one.items()[1])?.value ?? nothing)),
      )
  return {
    text: cutText(query ? startOf(query) : inner.join(';\n'), 2000),
    values: ofInner.length > 0 ? ofInner : ordered.length > 0 ? ordered : inTables,
  }
}

const owner = /^(owner|citizenid|identifier|license|char_?id|charidentifier|user_id)$/i
/** What a query sets and asks for, in the order of its marks. */
function columnsOf(event: Event) {
  const { text, values } = queryOf(event)
  const named = event.values.find((value) => value.objects) ?? nothing
  const whole = event.values.find((value) => has(value, origin.sent) && !value.objects)
  let position = 0
  return text.split(';\n').flatMap((query) => {
    const where = query.search(/\swhere\s/i)
    const columns = query.matchAll(
      /(\w+)[`"]?\s{0,9}=\s{0,9}(?:\w{1,40}[`"]?\s{0,9}([-+])\s{0,9})?(?:\?|[@:](\w+))/g,
    )
    return [...columns].map(({ 1: column = '', 2: sign, 3: name, index }) => {
      const ordered = values[position++]
      const value =
        (name === undefined ? ordered : (fieldOf(named, name) ?? fieldOf(named, `@${name}`))) ?? whole
      const isSent = value !== undefined && has(value, origin.sent) && !has(value, origin.stored)
      const isChosen =
        isSent || (value !== undefined && has(value, origin.event) && !has(value, origin.identity))
      // A field of a row that the sender named.
      const isOfRow = value !== undefined && has(value, origin.chosen) && has(value, origin.stored)
      const isSet = index < where || where < 0
      return {
        column,
        value,
        sign,
        isOwner: owner.test(column),
        isChosen,
        isSent,
        isOfRow,
        isSet,
      }
    })
  })
}
/** The query asks for what someone owns whom the sender does not choose. */
export const asksOwner = (event: Event): boolean =>
  /^\s*select\s/i.test(queryOf(event).text) &&
  columnsOf(event).some(({ isOwner, isSet, isChosen }) => isOwner && !isSet && !isChosen)

const settable = [
  ['right', /^(group|permissions?|permission_level|admin_?level)$/i],
  ['job', /^(job|job_?grade|gang|gang_?grade)$/i],
  [
    'gift',
    /^(money|cash|bank|balance|accounts|black_money|gold|credits|coins|funds|inventory|items|loadout)$/i,
  ],
] as const
/** The group and job of a vehicle or house are no right of a player. */
const ofThings = /^\s*update\s+[`"]?\w*(vehicle|propert|house|apartment|door|stash)/i
const newVehicle = /^\s*(insert|replace)\s+(ignore\s+)?into\s+[`"]?\w*vehicles?\b/i
const ofPlayers =
  /^\s*delete\s+from\s+[`"]?(\w*vehicles?|users|players|characters|\w*_?(bans?|banlist|banned|whitelist|licen[cs]es?))\b/i

/** The kind of gift (or loss) of a player by a query whose values are exactly those that were sent. */
export function giftOf(event: Event): 'right' | 'job' | 'gift' | 'takes' | undefined {
  const { text, values } = queryOf(event)
  const columns = columnsOf(event)
  if (newVehicle.test(text)) return values.some((value) => has(value, origin.sent)) ? 'gift' : undefined
  if (ofPlayers.test(text))
    return columns.some(({ isSent }) => isSent) && !columns.some(({ isOwner, isSent }) => isOwner && !isSent)
      ? 'takes'
      : undefined
  if (!/^\s*update\s/i.test(text)) return undefined
  const sent = columns.filter(({ isSet, isSent, sign }) => isSet && isSent && sign !== '-')
  const kind = settable.find(([, name]) => sent.some(({ column }) => name.test(column)))?.[0]
  return kind !== 'gift' && ofThings.test(text) ? undefined : kind
}

/** The owners of the rows whose balance grows. */
export function paidOwners(event: Event): Value[] {
  const columns = columnsOf(event)
  const grows = columns.some(
    ({ column, isSet, sign }) => isSet && sign === '+' && settable[2][1].test(column),
  )
  return grows
    ? columns.flatMap(({ isOwner, isSet, value }) => (isOwner && !isSet && value ? [value] : []))
    : []
}

/** The sender chooses the new owner of something, or what it is and not its owner until then. */
export function takesOver(event: Event): boolean {
  if (!/^\s*update\s/i.test(queryOf(event).text)) return false
  const set = columnsOf(event).filter(({ isSet, isOwner }) => isSet && isOwner)
  const rows = columnsOf(event).filter(({ isSet }) => !isSet)
  return (
    set.some(({ isChosen }) => isChosen) ||
    (set.length > 0 &&
      rows.some(({ isChosen, isOfRow }) => isChosen || isOfRow) &&
      !rows.some(({ isOwner }) => isOwner))
  )
}
