import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'

import type { Operation } from './operations.ts'
import { isSchema, oddValue, valueOf } from './schema-values.ts'

export const kinds = [
  'valid',
  'one invalid field',
  'any JSON',
  'malformed JSON',
  'other content type',
  'too large',
] as const
export type Kind = (typeof kinds)[number]

/** A request before it is sent. `draw` selects one of the ids that exist when it is sent. */
export type Draft = {
  operation: Operation
  kind: Kind
  actor: number
  path: Record<string, { draw: number } | { text: string }>
  query: Record<string, unknown>
  body: unknown
  files: readonly number[]
}

const kindOf: Arbitrary<Kind> = fc.oneof(
  { weight: 40, arbitrary: fc.constant<Kind>('valid') },
  { weight: 36, arbitrary: fc.constant<Kind>('one invalid field') },
  { weight: 12, arbitrary: fc.constant<Kind>('any JSON') },
  { weight: 4, arbitrary: fc.constant<Kind>('malformed JSON') },
  { weight: 5, arbitrary: fc.constant<Kind>('other content type') },
  { weight: 3, arbitrary: fc.constant<Kind>('too large') },
)

/** Requests of all kinds and actors, with an equal share for each call. */
export function drafts(operations: readonly Operation[], actors: number): Arbitrary<Draft> {
  const one = operations.map((operation) => draftOf(operation, actors))
  return fc.oneof(...one)
}

function draftOf(operation: Operation, actors: number): Arbitrary<Draft> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
  return kindOf.chain((kind) =>
    fc.record({
      operation: fc.constant(operation),
      kind: fc.constant(kind),
      actor: fc.nat({ max: actors - 1 }),
      path: fc.record(Object.fromEntries(inPath.map(({ name }) => [name, pathValue()]))),
      query: withInvalidField(
        fc.record(Object.fromEntries(inQuery.map(({ name, schema }) => [name, valueOf(schema, name)])), {
          requiredKeys: inQuery.filter(({ required }) => required).map(({ name }) => name),
        }),
        inQuery.map(({ name }) => name),
        kind === 'one invalid field' && !operation.body,
      ),
      body: bodyOf(operation, kind),
      files: fc.array(fc.nat({ max: 11 }), { maxLength: 3 }),
    }),
  )
}

function pathValue() {
  const present = fc.record({ draw: fc.nat({ max: 1_000 }) })
  const odd = fc.record({
    text: fc.constantFrom('0', '-1', '1.5', '2147483648', 'x', '1e3', '%20', 'a%2fb', '999999', 'owner', '٣'),
  })
  return fc.oneof({ weight: 4, arbitrary: present }, { weight: 1, arbitrary: odd })
}

function bodyOf({ body }: Operation, kind: Kind): Arbitrary<unknown> {
  if (!body) return fc.constant(undefined)
  if (kind === 'any JSON') return fc.jsonValue({ maxDepth: 5 })
  const properties = isSchema(body.schema['properties']) ? Object.keys(body.schema['properties']) : []
  return withInvalidField(valueOf(body.schema), properties, kind === 'one invalid field')
}

function withInvalidField(
  valid: Arbitrary<unknown>,
  names: readonly string[],
  isWanted: boolean,
): Arbitrary<Record<string, unknown>> {
  const object = valid.map((value) => (isSchema(value) ? value : {}))
  if (!isWanted) return object
  const name = fc.constantFrom(...names, 'id', 'is_admin', '__proto__', 'userId')
  const invalid = fc.option(oddValue, { nil: undefined, freq: 6 })
  return fc.tuple(object, name, invalid).map(([fields, key, value]) => ({ ...fields, [key]: value }))
}
