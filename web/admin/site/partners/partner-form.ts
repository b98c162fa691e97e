import { z } from 'zod/mini'

import { PartnerChange } from '#contract/site/partners.ts'
import type { Partner } from '#contract/site/partners.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'

const PartnerForm = z.required(PartnerChange)
type PartnerForm = z.output<typeof PartnerForm>

export const usePartnerForm = (partner: Partner | undefined) =>
  useZodForm<PartnerForm>(PartnerForm, {
    name: partner?.name ?? '',
    logo_url: partner?.logo ?? '',
    website_url: partner?.website ?? '',
    discord_url: partner?.discord ?? '',
    description: partner?.description ?? '',
    is_featured: partner?.featured ?? false,
  })
