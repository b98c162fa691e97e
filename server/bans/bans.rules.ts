import type { ProfileBanData } from '#contract/accounts.ts'
import { banLimits, type BanRecord, endInvalid } from '#contract/bans.ts'

type ActiveBan = {
  reason: string
  isPermanent: boolean
  expiresAt: Date | null
  createdAt: Date
  issuerName: string
}

/** The ban as the banned user sees it. */
export function toBanData(ban: ActiveBan | null): ProfileBanData {
  if (!ban) return { is_banned: false, ban_info: null }
  return {
    is_banned: true,
    ban_info: {
      reason: ban.reason,
      is_permanent: ban.isPermanent,
      expires_at: ban.expiresAt?.toISOString() ?? null,
      created_at: ban.createdAt.toISOString(),
      banned_by: ban.issuerName,
    },
  }
}

type PastBan = ActiveBan & { id: number; liftedAt: Date | null; lifterName: string | null }

/** `lifted_by` is null when the account of that user has been deleted. */
export function toBanRecord(ban: PastBan, now: Date): BanRecord {
  const { expiresAt, liftedAt } = ban
  const endedAt = liftedAt ?? (expiresAt && expiresAt <= now ? expiresAt : null)
  const isExpired = endedAt !== null && expiresAt !== null && endedAt >= expiresAt
  return {
    id: ban.id,
    reason: ban.reason,
    is_permanent: ban.isPermanent,
    expires_at: expiresAt?.toISOString() ?? null,
    created_at: ban.createdAt.toISOString(),
    banned_by: ban.issuerName,
    state: endedAt === null ? 'in_force' : isExpired ? 'expired' : 'lifted',
    ended_at: endedAt?.toISOString() ?? null,
    lifted_by: ban.lifterName,
  }
}

/** The error message for the end of a timed ban, or undefined. */
export function expiryProblem(expiresAt: Date, now: Date): string | undefined {
  if (expiresAt <= now) return endInvalid
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + banLimits.yearsMax)
  return expiresAt > latest ? 'A timed ban lasts at most 10 years' : undefined
}
