import { banLimits, endInvalid, type BanRequest } from '#contract/access/bans.ts'

export const banDays = [1, 3, 7, 14, 30, 90, 180, 365] as const
export const dayOptions = banDays.map((days) => ({
  value: `${days}` as const,
  label: days === 1 ? '1 day' : `${days} days`,
}))

export type BanForm = {
  reason: string
  isPermanent: boolean
  /** Days as text, or `custom`. */
  duration: string
  customDays: string
}

export const emptyBanForm: BanForm = { reason: '', isPermanent: false, duration: '7', customDays: '' }

export type BanErrors = { reason?: string; customDays?: string }

export function banErrors(
  { reason, isPermanent, duration, customDays }: BanForm,
  act: 'ban' | 'suspension' = 'ban',
): BanErrors {
  const custom = isPermanent || duration !== 'custom' ? undefined : customDaysError(customDays.trim())
  return {
    ...(reason.trim() === '' && { reason: `Please provide a reason for the ${act}` }),
    ...(custom !== undefined && { customDays: custom }),
  }
}

function customDaysError(days: string): string | undefined {
  if (days === '') return 'Please specify a custom duration'
  if (/^-\d+$/.test(days)) return 'Custom duration must be a positive number'
  if (!/^\d+$/.test(days)) return 'Custom duration must contain only numbers'
  if (Number(days) === 0) return 'Custom duration must be a positive number'
  if (Number(days) > banLimits.yearsMax * 365) return endInvalid
  return undefined
}

export function banRequest(form: BanForm, now: number): BanRequest {
  const { reason, isPermanent, duration, customDays } = form
  const days = Number(duration === 'custom' ? customDays.trim() : duration)
  return {
    reason: reason.trim(),
    is_permanent: isPermanent,
    expires_at: isPermanent ? null : new Date(now + days * 24 * 60 * 60_000).toISOString(),
  }
}
