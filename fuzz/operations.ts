import { isSchema, type Schema } from './schema-values.ts'

export type Parameter = { name: string; in: string; required: boolean; schema: Schema }

/** One operation of the OpenAPI document. */
export type Operation = {
  method: string
  path: string
  parameters: readonly Parameter[]
  body: { type: string; schema: Schema } | undefined
  responses: Schema
}

/** Every call of the contract in the OpenAPI document, with its references resolved. */
export async function readOperations(url: string): Promise<{ operations: Operation[]; components: unknown }> {
  const document: unknown = await (await fetch(new URL('/api/openapi.json', url))).json()
  if (!isSchema(document) || !isSchema(document['paths'])) throw new Error('The OpenAPI document is invalid')
  const operations: Operation[] = []
  for (const [path, methods] of Object.entries(document['paths']))
    for (const [method, described] of Object.entries(isSchema(methods) ? methods : {})) {
      const resolved = resolve(described, document)
      // Routes of files have no access: they are fuzzed as files.
      if (isSchema(resolved) && 'x-access' in resolved)
        operations.push(operationOf(method.toUpperCase(), path, resolved))
    }
  return { operations, components: document['components'] }
}

/** Inlines references. A schema that contains itself allows anything at its second level. */
function resolve(part: unknown, document: Schema, outer: readonly string[] = []): unknown {
  if (Array.isArray(part)) return part.map((item: unknown) => resolve(item, document, outer))
  if (!isSchema(part)) return part
  const { $ref: reference } = part
  if (typeof reference === 'string') {
    if (outer.includes(reference)) return {}
    return resolve(within(document, ...reference.split('/').slice(1)), document, [...outer, reference])
  }
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, resolve(value, document, outer)]),
  )
}

function operationOf(method: string, path: string, described: Schema): Operation {
  const parameters = Array.isArray(described['parameters']) ? described['parameters'] : []
  const [type, media] = Object.entries(within(described, 'requestBody', 'content'))[0] ?? []
  return {
    method,
    path,
    parameters: parameters.filter(isSchema).map((parameter) => ({
      name: String(parameter['name']),
      in: String(parameter['in']),
      required: parameter['required'] === true,
      schema: within(parameter, 'schema'),
    })),
    body: type === undefined ? undefined : { type, schema: within(isSchema(media) ? media : {}, 'schema') },
    responses: within(described, 'responses'),
  }
}

function within(schema: Schema, ...keys: string[]): Schema {
  let found = schema
  for (const key of keys) {
    const next = found[key]
    found = isSchema(next) ? next : {}
  }
  return found
}
