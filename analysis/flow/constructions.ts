import type { Class, Expr, Fn, Table } from '#analysis/ir/ir.ts'

import { typedSecret } from '#analysis/knowledge/names.ts'
import type { Engine } from './engine.ts'
import { emitAt, type Frame } from './frame.ts'
import { Cell, type Instance } from './heap.ts'
import { isSent } from './sender.ts'
import { keyOf, lasting, objectOf, origin, unknownFrom, withOrigins, type Value } from './value.ts'

export function functionValue(engine: Engine, parent: Instance, node: Fn): Value {
  return engine.instanceOf(parent.file, node, parent).value
}

export function evaluateClass(frame: Frame, node: Class): Value {
  const { engine, fn } = frame
  const constructed = engine.instanceOf(fn.file, node.construct, fn)
  const prototype = engine.prototypeOf(constructed)
  const statics = engine.objectAt(node, fn)
  const itself: Value = { origins: 0, functions: [constructed], objects: [statics] }
  engine.write(prototype.field('constructor'), itself)
  if (node.superclass) {
    const parent = frame.evaluate(frame, node.superclass)
    constructed.superclass ??= new Cell()
    engine.write(constructed.superclass, parent)
    if (parent.objects) engine.write(statics.parents, { origins: 0, objects: parent.objects })
    for (const one of parent.functions ?? [])
      engine.write(prototype.parents, objectOf(engine.prototypeOf(one)))
  }
  for (const { kind, isStatic, key, value } of node.members) {
    const name = keyOf(frame.evaluate(frame, key)) ?? ''
    const member = engine.instanceOf(fn.file, value, fn)
    const holder = isStatic ? statics : prototype
    if (value.receiver) engine.write(member.cellOf(value.receiver), objectOf(prototype))
    if (kind === 'method') engine.write(holder.field(name), member.value)
    else if (kind === 'get') holder.addGetter(name, member)
    else (holder.setters ??= new Map()).set(name, member)
  }
  return itself
}

/** A PIN or password that a page hands on is private wherever it is kept. */
function markSource(frame: Frame, source: Expr): void {
  const { engine, fn } = frame
  const mark: Value = { origins: origin.private | origin.unknown }
  if (source.type === 'name')
    engine.write(source.binding ? fn.cellOf(source.binding) : engine.global(source.name), mark)
  if (source.type !== 'member' || source.key.type !== 'const') return
  for (const object of frame.evaluate(frame, source.object).objects ?? [])
    engine.write(object.field(String(source.key.value)), mark)
}

export function evaluateTable(frame: Frame, node: Table): Value {
  const { engine, fn } = frame
  const first = node.form === 'lua' ? 1 : 0
  const object = engine.objectAt(node, fn, first)
  let index = first
  let origins = 0
  const known: Value[] = []
  for (const entry of node.entries) {
    if (entry.kind === 'item') {
      for (const value of frame.evaluateList(frame, [entry.value])) {
        if (entry.value.type === 'spread' && entry.value.kind === 'list') origins |= value.origins & lasting
        known.push(value)
        engine.write(object.field(String(index++)), value)
      }
    } else if (entry.kind === 'copy') {
      const copied = frame.evaluate(frame, entry.value)
      engine.write(object.parents, copied)
      origins |= copied.origins & lasting
      // What was sent replaces the fields before it.
      const isOver = isSent(copied) && !copied.objects && fn.file.side !== 'page'
      if (isOver && entry === node.entries.at(-1))
        engine.write(object.rest, unknownFrom(copied.origins & (lasting | origin.sent)))
    } else {
      const key = keyOf(frame.evaluate(frame, entry.key))
      if (entry.kind === 'field') {
        const plain = frame.evaluate(frame, entry.value)
        const value = typedSecret.test(key ?? '') ? withOrigins(plain, origin.private) : plain
        if (value !== plain && fn.file.side === 'page') markSource(frame, entry.value)
        known.push(value)
        engine.write(key === undefined ? object.rest : object.field(key), value)
      } else {
        const accessor = engine.instanceOf(fn.file, entry.value, fn)
        if (entry.kind === 'get') object.addGetter(key ?? '', accessor)
        else (object.setters ??= new Map()).set(key ?? '', accessor)
      }
      const method =
        entry.kind !== 'field' ? entry.value : entry.value.type === 'fn' ? entry.value : undefined
      if (method?.receiver)
        engine.write(engine.instanceOf(fn.file, method, fn).cellOf(method.receiver), objectOf(object))
    }
  }
  emitAt(frame, 'list', node, node.form, known)
  return objectOf(object, origins)
}
