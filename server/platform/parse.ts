import type { z } from 'zod/mini'

import { invalid, type FieldMessages } from './errors.ts'

/** Validates input. The error has a message for each invalid field. */
export function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalid(fieldMessages(result.error.issues))
}

/** The first message of each field. */
export function fieldMessages(issues: readonly { path: PropertyKey[]; message: string }[]): FieldMessages {
  const fields: FieldMessages = {}
  for (const { path, message } of issues) fields[String(path[0] ?? 'body')] ??= message
  return fields
}
