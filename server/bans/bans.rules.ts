import type { ProfileBanData } from '#contract/accounts.ts'

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
