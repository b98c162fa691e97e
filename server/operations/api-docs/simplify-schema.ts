import { examples } from './examples.ts'
import { isObject, type Json } from './json.ts'

/** Removes what the conversion adds and no reader needs, and adds the example of each property. */
export function simplifySchema(schema: Json): Json {
  const { minimum, maximum, pattern, ...rest } = schema
  const simplified: Json = { ...rest }
  // The bounds of every integer of JavaScript say nothing about the field.
  if (minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER) simplified['minimum'] = minimum
  if (maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER) simplified['maximum'] = maximum
  // The format says the same in one word.
  if (pattern !== undefined && !String(rest['format']).startsWith('date')) simplified['pattern'] = pattern
  for (const [keyword, value] of Object.entries(simplified)) {
    if (keyword === 'properties' && isObject(value)) simplified[keyword] = simplifyProperties(value)
    else if (Array.isArray(value)) simplified[keyword] = value.map(simplifyPart)
    else simplified[keyword] = simplifyPart(value)
  }
  return compactNullable(simplified)
}

function simplifyPart(part: unknown): unknown {
  return isObject(part) ? simplifySchema(part) : part
}

function simplifyProperties(properties: Json): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      isObject(schema) ? withExample(name, simplifySchema(schema)) : schema,
    ]),
  )
}

/** `anyOf: [{ type: 'string', … }, { type: 'null' }]` becomes `type: ['string', 'null'], …`. */
function compactNullable(schema: Json): Json {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [value, nothing]: unknown[] = anyOf
  if (!isObject(value) || !isObject(nothing) || nothing['type'] !== 'null') return schema
  if (typeof value['type'] !== 'string' || 'enum' in value) return schema
  return { ...rest, ...value, type: [value['type'], 'null'] }
}

function withExample(name: string, schema: Json): Json {
  const example = examples[name]
  const types = [schema['type']].flat()
  const isFit = typeof example === 'number' ? types.includes('integer') : types.includes('string')
  if (example === undefined || !isFit || 'enum' in schema || 'const' in schema) return schema
  return { ...schema, examples: [example] }
}
