import { cutText } from '#analysis/cut-text.ts'
import type { Event } from '#analysis/flow/events.ts'
import { nothing, startOf, type Value } from '#analysis/flow/value.ts'

/** The text of a query, as far as it is constant, and its values. */
export function queryOf({ values, name }: Event): { text: string; values: Value[] } {
  // The first argument of vRP.prepare is the name of the query.
  const args = /^vRP\._?prepare$/.test(name) ? values.slice(1) : values
  const query = args.find((value) => value.constants ?? value.prefix) ?? nothing
  const given = args.flatMap(({ objects = [] }) =>
    objects.flatMap((object) => [...object.cells()].map(({ value }) => value)),
  )
  const ordered = args.flatMap(({ objects = [] }) =>
    objects.flatMap((object) => object.items().map(({ value }) => value)),
  )
  return { text: cutText(startOf(query), 2000), values: ordered.length > 0 ? ordered : given }
}
