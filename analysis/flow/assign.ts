import type { Assign, Binding, Expr } from '#analysis/ir/ir.ts'
import type { Engine } from './engine.ts'
import { emitAt, type Frame } from './frame.ts'
import { Cell, type Instance, type Obj } from './heap.ts'
import { writeMember } from './members.ts'
import { join, lasting, nothing, origin, withOrigins, type Value } from './value.ts'

export function evaluateAssign(frame: Frame, { targets, values }: Assign): Value {
  const { engine } = frame
  const results = frame.evaluateList(frame, values)
  const last = values.at(-1)
  const isSpread = last?.type === 'spread'
  const called = isSpread && last.value.type === 'call' ? frame.called : []
  let result = nothing
  for (const [index, target] of targets.entries()) {
    const position = index - values.length + 1
    const whole = results[index] ?? (isSpread ? (results.at(-1) ?? nothing) : nothing)
    const plain = position < 0 || called.length === 0 ? whole : resultAt(engine, called, position, whole)
    // A variable that is set where a check has passed tells its result: `isAllowed = true`.
    const isResult = frame.isChecked && typeof plain.constants?.[0] === 'boolean'
    const value = isResult ? withOrigins(plain, origin.check) : plain
    result = value
    if (target.type === 'name') {
      if (target.binding) assignBinding(frame, target.binding, value)
      else {
        if (engine.isEmitting) emitAt(frame, 'assigns', target, target.name, [value])
        engine.write(engine.global(target.name), value)
      }
    } else {
      const object = frame.evaluate(frame, target.object)
      const key = frame.evaluate(frame, target.key)
      writeMember(frame, object, key, value, target, copiedTables(frame, target.key, values[index]))
    }
  }
  return result
}

const copiedMax = 64
/** `copy[key] = value` in a loop over `pairs`: each value keeps its key. */
function copiedTables(
  { pairs, engine }: Frame,
  key: Expr,
  value: Expr | undefined,
): readonly Obj[] | undefined {
  if (key.type !== 'name' || !key.binding || value?.type !== 'name') return undefined
  const pair = pairs?.get(key.binding)
  if (!pair || pair.element !== value.binding || key.binding.writes + value.binding.writes > 0)
    return undefined
  const { objects, functions, refs, origins } = pair.tables
  const hasOwnPairs = ({ meta }: Obj): boolean =>
    (meta && engine.read(meta).objects)?.some(
      (one) => one.fields.has('__pairs') || one.rest.value !== nothing,
    ) === true
  const isWhole = !functions && !refs && (origins & lasting) === 0 && !objects?.some(hasOwnPairs)
  // Copies of copies of large tables would take many rounds.
  const isSmall = (objects?.length ?? 0) <= 2 && objects?.every(({ size }) => size <= copiedMax)
  return isWhole && isSmall ? objects : undefined
}

/** One of the values that functions of Lua return. That they check something is known of all values. */
export function resultAt(
  engine: Engine,
  functions: readonly Instance[],
  position: number,
  whole: Value,
): Value {
  let result = nothing
  for (const fn of functions) {
    result = join(result, engine.read(fn.resultAt(position)))
    result = join(result, engine.read((fn.anyResult ??= new Cell())))
  }
  return withOrigins(result, whole.origins & origin.check)
}

/** A local whose value follows from the order of the statements. */
export function isOrdered(fn: Instance, binding: Binding): boolean {
  if (binding.isCaptured || binding.fn !== fn.node.id) return false
  return binding.writes >= 2 || (binding.writes === 1 && fn.node.parameters.includes(binding))
}

export function assignBinding(frame: Frame, binding: Binding, value: Value): void {
  const { engine, fn } = frame
  if (isOrdered(fn, binding)) frame.locals.set(binding, value)
  else engine.write(fn.cellOf(binding), value)
}
