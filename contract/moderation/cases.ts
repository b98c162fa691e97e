import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { NamedScript, Pagination, Time, Id, IdParams, paging, sentId } from '#contract/platform/fields.ts'

import { BlocklistKey, TouchedScript } from './blocklist.ts'
import { CaseDecisionDraft, CaseDraft, CaseMessageDraft } from './case-drafts.ts'
import {
  CaseKind,
  CaseReason,
  caseLimits,
  CaseDecision,
  Case,
  caseDecisions,
  CaseMessagePage,
  CaseQueue,
  CaseQueueQuery,
  CaseReportPage,
  OwnCases,
} from './case-schemas.ts'

export * from './case-drafts.ts'
export * from './case-schemas.ts'

/** The entries that a decision would put on the blocklist. */
export const CaseEffectQuery = z.object({
  /** For a takedown: the scripts to take down, whose archives are blocked. */
  scripts: z._default(z.array(sentId()).check(z.maxLength(20, 'At most 20 scripts')), []),
  blocklist: z._default(
    z.array(BlocklistKey).check(z.maxLength(caseLimits.blocklistMax, 'A decision blocks at most 50 values')),
    [],
  ),
})
export type CaseEffectQuery = z.output<typeof CaseEffectQuery>

/** The other scripts that the blocklist would touch, at most 500 of them. */
export const CaseEffect = z.object({ scripts: z.array(TouchedScript), scriptCount: z.int() })
export type CaseEffect = z.output<typeof CaseEffect>

/** A decision in the public log: no names of users. `id` is that of the case; `script` only while it is public. */
const LogEntry = z.object({
  id: z.int(),
  at: Time,
  kind: CaseKind,
  decision: CaseDecision,
  reason: CaseReason,
  script: z.nullable(NamedScript),
  note: z.nullable(z.string()),
})
export type LogEntry = z.output<typeof LogEntry>

const ModerationLog = z.object({
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

const staff = ['admin.scripts.moderate', 'admin.takedowns.manage', 'admin.users.ban'] as const

export const casesApi = {
  open: endpoint({
    method: 'POST',
    path: '/api/cases',
    summary: 'Open a report or an appeal',
    description:
      'Reports of one script, its versions included, or of one user are one case until it is decided. A banned user can appeal the ban. Each decision can be appealed once.',
    access: 'signed-in',
    allowBanned: true,
    body: CaseDraft,
    reply: Case,
    status: 201,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/cases/mine',
    summary: 'List your cases',
    description: 'Cases that you opened, and cases about you or your scripts. Newest first.',
    access: 'signed-in',
    allowBanned: true,
    query: z.object(paging(caseLimits.pageSize)),
    reply: OwnCases,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/cases/:id',
    summary: 'Get a case',
    description:
      'For staff and the parties. The author sees neither the reporters nor internal notes; a reporter sees neither other reports nor messages of the author to staff.',
    access: 'signed-in',
    allowBanned: true,
    params: IdParams,
    reply: Case,
  }),
  reports: endpoint({
    method: 'GET',
    path: '/api/cases/:id/reports',
    summary: 'List the reports of a case',
    description: 'Oldest first, as in the case, which has the first page.',
    access: 'signed-in',
    allowBanned: true,
    params: IdParams,
    query: z.object(paging(caseLimits.pageSize)),
    reply: CaseReportPage,
  }),
  messages: endpoint({
    method: 'GET',
    path: '/api/cases/:id/messages',
    summary: 'List the messages of a case',
    description: 'The 20 messages before another one, oldest first. The case has the latest.',
    access: 'signed-in',
    allowBanned: true,
    params: IdParams,
    query: z.object({ before: Id }),
    reply: CaseMessagePage,
  }),
  message: endpoint({
    method: 'POST',
    path: '/api/cases/:id/messages',
    summary: 'Write a message in a case',
    description:
      'Only in an open case. A message of a party goes to staff, or to the other party of a report while staff allow it. Each party and staff have a limit of their own.',
    access: 'signed-in',
    allowBanned: true,
    params: IdParams,
    body: CaseMessageDraft,
    reply: Case,
    status: 201,
    errors: ['forbidden', 'conflict'],
  }),
  queue: endpoint({
    method: 'GET',
    path: '/api/moderation/cases',
    summary: 'List cases',
    description: 'Oldest first. Only kinds that the user may decide. Filters count up to 1,000 cases.',
    access: staff,
    query: CaseQueueQuery,
    reply: CaseQueue,
  }),
  claim: endpoint({
    method: 'POST',
    path: '/api/moderation/cases/:id/claim',
    summary: 'Claim a case',
    description: 'For 15 minutes, renewed by each action.',
    access: staff,
    params: IdParams,
    reply: Case,
    errors: ['conflict'],
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/moderation/cases/:id/release',
    summary: 'Release a claimed case',
    access: staff,
    params: IdParams,
    reply: Case,
    errors: ['conflict'],
  }),
  directMessages: endpoint({
    method: 'POST',
    path: '/api/moderation/cases/:id/direct-messages',
    summary: 'Let author and reporters write to each other',
    description:
      'Only in an open report. The author does not see the names of the reporters. The parties are notified.',
    access: staff,
    params: IdParams,
    body: z.object({ isAllowed: z.boolean() }),
    reply: Case,
    errors: ['forbidden', 'conflict'],
  }),
  effect: endpoint({
    method: 'POST',
    path: '/api/moderation/cases/:id/effect',
    summary: 'Get the other scripts that a decision would touch',
    description:
      'Public scripts with an archive or file that the decision would put on the blocklist. Nothing is changed.',
    access: staff,
    params: IdParams,
    body: CaseEffectQuery,
    reply: CaseEffect,
    limit: 'read',
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/moderation/cases/:id/decide',
    summary: 'Decide a case',
    description:
      'With its effect, in one transaction. Reviews: `published` or `rejected`; reports: `dismissed`, `warned`, `withdrawn`, `removed` or `banned`; appeals: `granted` or `denied`; takedowns: `taken-down`, `denied` or `restored`. A report of what is hidden, withdrawn for security or banned already cannot be `dismissed` (409). A takedown that was decided already can be `restored` with a reason.',
    access: staff,
    params: IdParams,
    body: CaseDecisionDraft,
    reply: Case,
    errors: ['forbidden', 'conflict'],
  }),
  log: endpoint({
    method: 'GET',
    path: '/api/moderation/log',
    summary: 'Read the public moderation log',
    description: 'Newest first, without names of users.',
    access: 'anyone',
    query: z.object({
      ...paging(caseLimits.pageSize),
      decision: z.optional(z.enum(caseDecisions, 'Not a decision')),
    }),
    reply: ModerationLog,
  }),
}
