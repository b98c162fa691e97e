import type { BanInfo, ProfileBanData } from '#contract/access/users.ts'
import { type BanChange, banLimits, type BanRecord, endInvalid } from '#contract/access/bans.ts'
import { invalid } from '#platform/errors.ts'
import type { Sanction } from '#server/records/records.public.ts'

export type BanTerms = { reason: string; isPermanent: boolean; expiresAt: Date | null }

type ActiveBan = BanTerms & { id: number; createdAt: Date; issuerName: string }

/** The ban as the banned user sees it. */
export function toBanData(ban: ActiveBan | null): ProfileBanData {
  return { is_banned: ban !== null, ban_info: ban && toBanInfo(ban) }
}

function toBanInfo(ban: ActiveBan): BanInfo {
  return {
    id: ban.id,
    reason: ban.reason,
    is_permanent: ban.isPermanent,
    expires_at: ban.expiresAt?.toISOString() ?? null,
    created_at: ban.createdAt.toISOString(),
    banned_by: ban.issuerName,
  }
}

type PastBan = ActiveBan & { liftedAt: Date | null; lifterName: string | null }

/** `lifted_by` is null when the account of that user has been deleted. */
export function toBanRecord(ban: PastBan, now: Date): BanRecord {
  const { expiresAt, liftedAt } = ban
  const endedAt = liftedAt ?? (expiresAt && expiresAt <= now ? expiresAt : null)
  const isExpired = endedAt !== null && expiresAt !== null && endedAt >= expiresAt
  return {
    ...toBanInfo(ban),
    state: endedAt === null ? 'in_force' : isExpired ? 'expired' : 'lifted',
    ended_at: endedAt?.toISOString() ?? null,
    lifted_by: ban.lifterName,
  }
}

/** The end of a requested ban; throws if a timed ban ends in the past or after ten years. */
export function banEnd(
  { is_permanent: isPermanent, expires_at: end }: BanChange,
  now: Date,
): Pick<BanTerms, 'isPermanent' | 'expiresAt'> {
  if (isPermanent || !end) return { isPermanent, expiresAt: null }
  const expiresAt = new Date(end)
  const problem = expiryProblem(expiresAt, now)
  if (problem !== undefined) throw invalid({ expires_at: problem })
  return { isPermanent, expiresAt }
}

function expiryProblem(expiresAt: Date, now: Date): string | undefined {
  if (expiresAt <= now) return endInvalid
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + banLimits.yearsMax)
  return expiresAt > latest ? 'A timed ban lasts at most 10 years' : undefined
}

/** The old or new values of an activity; null stands for no ban. */
export function banValues(ban: BanTerms | null): { bannedUntil: string | null; reason: string | null } {
  if (!ban) return { bannedUntil: null, reason: null }
  return { bannedUntil: ban.expiresAt?.toISOString() ?? 'Permanent', reason: ban.reason }
}

/** For the message to the user. */
export function banSanction(
  sanction: 'banned' | 'ban-changed',
  { reason, expiresAt }: Pick<BanTerms, 'reason' | 'expiresAt'>,
): Sanction {
  return { sanction, reason, until: expiresAt }
}
