import { cutText } from '#analysis/cut-text.ts'
import type { Event } from '#analysis/flow/events.ts'
import { fieldOf, valuesWithin } from '#analysis/flow/heap.ts'
import { has, nothing, origin, startOf, type Value } from '#analysis/flow/value.ts'

const isQuery = (text: string): boolean => /^\s*(select|insert|update|delete|drop|truncate)\b/i.test(text)

/** The text of a query, as far as it is constant, and its values. */
export function queryOf({ values, name }: Event): { text: string; values: Value[] } {
  // The first argument of vRP.prepare is the name of the query.
  const args = /^vRP\._?prepare$/.test(name) ? values.slice(1) : values
  const query = args.find((value) => value.constants ?? value.prefix)
  // A transaction has a list of queries.
  const inner = query ? [] : args.flatMap((value) => [...valuesWithin(value)].map(startOf).filter(isQuery))
  const given = args.flatMap(({ objects = [] }) =>
    objects.flatMap((object) => [...object.cells()].map(({ value }) => value)),
  )
  const ordered = args.flatMap(({ objects = [] }) =>
    objects.flatMap((object) => object.items().map(({ value }) => value)),
  )
  return {
    text: cutText(query ? startOf(query) : inner.join(';\n'), 2000),
    values: ordered.length > 0 ? ordered : given,
  }
}

const owner = /^(owner|citizenid|identifier|license|char_?id|charidentifier|user_id)$/i
/** What a query sets and asks for, in the order of its marks. */
function columnsOf(event: Event) {
  const { text, values } = queryOf(event)
  const where = text.search(/\swhere\s/i)
  const named = event.values.find((value) => value.objects) ?? nothing
  return [...text.matchAll(/(\w+)[`"]?\s{0,9}=\s{0,9}(?:\?|[@:](\w+))/g)].map(
    ({ 1: column = '', 2: name, index }, at) => {
      const value = name === undefined ? values[at] : (fieldOf(named, name) ?? fieldOf(named, `@${name}`))
      const isChosen = value !== undefined && has(value, origin.event) && !has(value, origin.identity)
      return { isOwner: owner.test(column), isChosen, isSet: index < where }
    },
  )
}
/** The query asks for what someone owns whom the sender does not choose. */
export const asksOwner = (event: Event): boolean =>
  /^\s*select\s/i.test(queryOf(event).text) &&
  columnsOf(event).some(({ isOwner, isSet, isChosen }) => isOwner && !isSet && !isChosen)

/** The sender chooses the new owner of something, or what it is and not its owner until then. */
export function takesOver(event: Event): boolean {
  if (!/^\s*update\s/i.test(queryOf(event).text)) return false
  const set = columnsOf(event).filter(({ isSet, isOwner }) => isSet && isOwner)
  const rows = columnsOf(event).filter(({ isSet }) => !isSet)
  return (
    set.some(({ isChosen }) => isChosen) ||
    (set.length > 0 && rows.some(({ isChosen }) => isChosen) && !rows.some(({ isOwner }) => isOwner))
  )
}
