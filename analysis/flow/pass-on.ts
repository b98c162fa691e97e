import { words } from '#analysis/knowledge/words.ts'
import { originsOf } from './heap.ts'
import { has, lasting, origin, withOrigins, type Value } from './value.ts'

/**
 * What a function that is not known returns: everything that its arguments carry. A secret stays readable as text only:
 * what is made of options, such as the pool of a database, does not show their password.
 */
export function passOn(values: readonly Value[]): Value {
  const origins = values.reduce((all, value) => all | carriedBy(value), 0) & lasting
  return { origins: origins | origin.unknown }
}

const carriedBy = (value: Value): number =>
  value.objects ? originsOf(value) & ~origin.secret : value.origins

/** Functions that give a part of a text. */
export const cuttingFunctions = words(
  'match gmatch sub gsub split slice substring substr exec matchAll replace replaceAll',
)

/** What is cut out of a script, such as a comment, is not what the script is read as. */
export function partOf(text: Value): Value {
  return has(text, origin.file) ? withOrigins(text, origin.part) : text
}
