import { z } from 'zod/mini'

import type { Permission } from '#contract/platform/permissions.ts'

export const caseKinds = ['review', 'report', 'appeal', 'takedown'] as const
export const caseStates = ['open', 'closed'] as const

export const reportReasons = [
  'backdoor',
  'stolen',
  'broken',
  'misleading',
  'spam',
  'offensive',
  'personal-data',
  'other',
] as const
export const reviewReasons = ['high-finding', 'failed', 'blocklisted-file', 'copied-archive', 'all'] as const
export const appealReasons = ['ban', 'removal', 'rejection', 'withdrawal', 'hidden-text'] as const
export const takedownReasons = ['copyright', 'trademark', 'other-right'] as const
export const caseReasons = [...reviewReasons, ...reportReasons, ...appealReasons, ...takedownReasons] as const

export const decisionsOf = {
  review: ['published', 'rejected'],
  report: ['dismissed', 'warned', 'withdrawn', 'removed', 'text-hidden', 'banned'],
  appeal: ['granted', 'denied'],
  takedown: ['taken-down', 'denied', 'restored'],
} as const
export const caseDecisions = [
  ...decisionsOf.review,
  ...decisionsOf.report,
  ...decisionsOf.appeal,
  'taken-down',
  'restored',
] as const

/** `opener`: the user who opened the case. */
export const messageAudiences = ['staff', 'author', 'opener'] as const

export const CaseKind = z.enum(caseKinds, 'Kind must be review, report, appeal or takedown')
export type CaseKind = z.output<typeof CaseKind>
export const CaseDecision = z.enum(caseDecisions, 'Not a decision')
export type CaseDecision = z.output<typeof CaseDecision>
export const CaseReason = z.enum(caseReasons, 'Not a reason')
export type CaseReason = z.output<typeof CaseReason>

/** The number of the takedown notice that a case is about. */
export const takedownNumber = (caseId: number) => `DMCA-${caseId}`
export const caseIdOfTakedown = (number: string) => Number(number.replace('DMCA-', ''))

/** The permission to decide a case. A decision that bans a user needs `admin.users.ban` too. */
export function permissionOfCase({ kind, reason }: { kind: CaseKind; reason: CaseReason }): Permission {
  if (kind === 'takedown') return 'admin.takedowns.manage'
  return reason === 'ban' ? 'admin.users.ban' : 'admin.scripts.moderate'
}
