import type { CaseDecisionDraft } from '#contract/moderation/cases.ts'
import { banDays } from '#web/admin/moderation/user-admin/ban-duration.ts'

export type BanDuration = `${(typeof banDays)[number]}` | 'permanent'

export const banDurations: readonly { value: BanDuration; label: string }[] = [
  ...banDays.map((days) => ({ value: `${days}` as const, label: days === 1 ? '1 day' : `${days} days` })),
  { value: 'permanent', label: 'Permanent' },
]

export function banOf(duration: BanDuration, now: number): NonNullable<CaseDecisionDraft['ban']> {
  if (duration === 'permanent') return { is_permanent: true, expires_at: null }
  return {
    is_permanent: false,
    expires_at: new Date(now + Number(duration) * 24 * 60 * 60_000).toISOString(),
  }
}
