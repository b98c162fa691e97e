import type { App } from '#platform/app.ts'

import type { ApiClient } from './api-client.ts'
import type { StepRunner } from './step-runner.ts'

export type SeedContext = { app: App; callApi: ApiClient; runStep: StepRunner }

/** By username. */
export type SeededUsers = ReadonlyMap<string, { id: number; token: string }>

/** By script name, which is unique in the catalogue. */
export type ScriptIds = ReadonlyMap<string, number>

/** The value of a key that must be present. */
export function lookUp<K extends string | number, T>(map: ReadonlyMap<K, T>, key: K): T {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The demo data has no ${key}`)
  return value
}
