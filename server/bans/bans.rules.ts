import type { ProfileBanData } from '#contract/accounts.ts'
import { banLimits, type BanRecord, endInvalid } from '#contract/bans.ts'

type BanInForce = {
  reason: string
  isPermanent: boolean
  expiresAt: Date | null
  createdAt: Date
  issuerName: string
}

/** A ban as its bearer gets to see it: by whom, but nothing else of that person. */
export function showBan(ban: BanInForce | null): ProfileBanData {
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

type PastBan = BanInForce & { id: number; liftedAt: Date | null; lifterName: string | null }

/** A ban as the record of somebody has it. Who lifted it is told of nobody whose account is gone. */
export function recordOf(ban: PastBan, now: Date): BanRecord {
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

/** What is wrong with the end of a timed ban, or undefined. */
export function endProblem(expiresAt: Date, now: Date): string | undefined {
  if (expiresAt <= now) return endInvalid
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + banLimits.yearsMax)
  return expiresAt > latest ? 'A timed ban lasts at most 10 years' : undefined
}
