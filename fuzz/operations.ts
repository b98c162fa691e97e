import { isSchema, type Schema } from './schema-values.ts'

export type Parameter = { name: string; in: string; required: boolean; schema: Schema }

/** One call as the published document describes it. */
export type Operation = {
  method: string
  path: string
  parameters: readonly Parameter[]
  body: { type: string; schema: Schema } | undefined
  responses: Schema
}

/** Every call of the hub's own document: what it promises is what it is held to. */
export async function readOperations(
  address: string,
): Promise<{ operations: Operation[]; components: unknown }> {
  const document: unknown = await (await fetch(new URL('/api/openapi.json', address))).json()
  if (!isSchema(document) || !isSchema(document['paths'])) throw new Error('There is no document to read')
  const operations: Operation[] = []
  for (const [path, methods] of Object.entries(document['paths']))
    for (const [method, described] of Object.entries(isSchema(methods) ? methods : {}))
      if (isSchema(described)) operations.push(operationOf(method.toUpperCase(), path, described))
  return { operations, components: document['components'] }
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
