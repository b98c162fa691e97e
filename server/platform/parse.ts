import type { z } from 'zod/mini'

import { invalid, type FieldMessages } from './failures.ts'

/** Parses what somebody sent, or refuses it with a message for each field at fault. */
export function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalid(fieldMessages(result.error.issues))
}

/** The messages of a failed parse, the first of each field; for forms that gather more before they refuse. */
export function fieldMessages(issues: readonly { path: PropertyKey[]; message: string }[]): FieldMessages {
  const fields: FieldMessages = {}
  for (const { path, message } of issues) fields[String(path[0] ?? 'body')] ??= message
  return fields
}
