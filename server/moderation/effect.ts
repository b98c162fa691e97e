import type { Write } from '#server/accounts/accounts.public.ts'
import type { CaseDecisionDraft } from '#contract/moderation/case-schemas.ts'
import type { App } from '#platform/app.ts'
import { conflict } from '#platform/errors.ts'
import type { StoredCase } from '#server/records/records.public.ts'
import type { ScriptRow } from '#server/scripts/scripts.public.ts'

/** An allowed decision, in the transaction that closes its case. Case and script are locked. */
export type Decision = Write & {
  app: App
  row: StoredCase
  /** Undefined for a deleted script, and for a case without one. */
  script: ScriptRow | undefined
  draft: CaseDecisionDraft
  /** True when the thing that a report asks for has happened already. The decision changes nothing then, and says that the report was right. */
  isInForce: boolean
  /** The case was closed before. */
  isReopened: boolean
}

/** The changes of a decision, beside closing the case and notifying the parties. */
export type Effect = (decision: Decision) => Promise<void>

export function requireScript({ script }: Decision): ScriptRow {
  if (!script) throw conflict('The script was deleted')
  return script
}

export function requireVersionId({ row }: Decision): number {
  if (row.versionId === null) throw conflict('This case is about no version')
  return row.versionId
}
