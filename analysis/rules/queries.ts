import { cutText } from '#analysis/cut-text.ts'
import type { Event } from '#analysis/flow/events.ts'
import { valuesWithin } from '#analysis/flow/heap.ts'
import { startOf, type Value } from '#analysis/flow/value.ts'

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
