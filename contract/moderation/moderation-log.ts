import { z } from 'zod/mini'

import { NamedScript, Pagination, Time } from '#contract/platform/fields.ts'

import { CaseDecision, CaseKind, CaseReason } from './case-schemas.ts'

/** A decision in the public log: no names of users. `id` is that of the case; `script` only while it is public. */
export const LogEntry = z.object({
  id: z.int(),
  at: Time,
  kind: CaseKind,
  decision: CaseDecision,
  reason: CaseReason,
  script: z.nullable(NamedScript),
  note: z.nullable(z.string()),
})
export type LogEntry = z.output<typeof LogEntry>

export const ModerationLog = z.object({
  entries: z.array(LogEntry),
  /** In the last 30 days. */
  month: z.object({
    reviews: z.int(),
    reports: z.int(),
    dismissed: z.int(),
    appeals: z.int(),
    granted: z.int(),
    takedowns: z.int(),
    /** From opening to decision. */
    medianHours: z.nullable(z.number()),
  }),
  pagination: Pagination,
})
export type ModerationLog = z.output<typeof ModerationLog>
