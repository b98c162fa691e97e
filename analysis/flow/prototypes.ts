import type { Engine } from './engine.ts'
import type { Instance, Obj } from './heap.ts'

const lineageMax = 32

/** An object and what is asked for the fields that it does not have. */
export function lineageOf(engine: Engine, object: Obj): ReadonlySet<Obj> {
  const all = new Set([object])
  for (const one of all)
    if (all.size < lineageMax) for (const parent of engine.read(one.parents).objects ?? []) all.add(parent)
  return all
}

export const settersOf = (engine: Engine, object: Obj): (readonly [string, Instance])[] =>
  [...lineageOf(engine, object)].flatMap(({ setters }) => [...(setters ?? [])])
