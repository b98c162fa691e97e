import { originsOf } from './heap.ts'
import { lasting, origin, type Value } from './value.ts'

/** What a function that is not known returns: everything that its arguments carry. */
export function passOn(values: readonly Value[]): Value {
  const origins = values.reduce((all, value) => all | originsOf(value), 0) & lasting
  return { origins: origins | origin.unknown }
}
