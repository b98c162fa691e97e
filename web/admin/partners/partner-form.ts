import { z } from 'zod/mini'

import { PartnerChange } from '#contract/partners.ts'
import type { Partner } from '#contract/partners.ts'
import { CallFailure } from '#web/app/call.ts'
import { useJudgedForm } from '#web/auth/use-judged-form.ts'

const PartnerForm = z.required(PartnerChange)
export type PartnerForm = z.output<typeof PartnerForm>

export const usePartnerForm = (partner: Partner | undefined) =>
  useJudgedForm<PartnerForm>(PartnerForm, {
    name: partner?.name ?? '',
    logo_url: partner?.logo ?? '',
    website_url: partner?.website ?? '',
    discord_url: partner?.discord ?? '',
    description: partner?.description ?? '',
    is_featured: partner?.featured ?? false,
  })

/** What is said of a partner that was not saved, where the server gives no reason or gives no answer. */
export function partnerFailure(error: unknown, isNew: boolean): string {
  if (!(error instanceof CallFailure) || error.code === 'network') return 'Failed to save partner'
  return isNew ? 'Failed to create partner' : 'Failed to update partner'
}
