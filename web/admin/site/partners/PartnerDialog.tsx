import { z } from 'zod/mini'

import { partnerLimits, PartnerChange, type Partner } from '#contract/site/partners.ts'
import { ResourceDialog } from '#web/admin/resource/SaveDialog.tsx'
import type { ResourceDialogProps } from '#web/admin/resource/ResourcePage.tsx'
import { call } from '#web/app/call.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/app/use-zod-form.ts'

import { partnerResource } from './partners.data.ts'

const PartnerForm = z.required(PartnerChange)
type PartnerForm = z.output<typeof PartnerForm>

export function PartnerDialog({ item: partner, onClose }: ResourceDialogProps<Partner>) {
  const form = useZodForm<PartnerForm>(PartnerForm, {
    name: partner?.name ?? '',
    logo_url: partner?.logo ?? '',
    website_url: partner?.website ?? '',
    discord_url: partner?.discord ?? '',
    description: partner?.description ?? '',
    is_featured: partner?.featured ?? false,
  })
  const { field, register } = form
  return (
    <ResourceDialog
      resource={partnerResource}
      isNew={!partner}
      editTitle="Edit Partner"
      size="md"
      form={form}
      fields={['name', 'logo_url', 'website_url', 'discord_url', 'description']}
      save={(body) =>
        partner
          ? call('PUT /api/partners/:id', { params: { id: partner.id }, body })
          : call('POST /api/partners', { body })
      }
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field */}
      <TextField {...field('name')} label="Name" autoComplete="off" autoFocus />
      <TextField
        {...field('logo_url')}
        label="Logo URL"
        type="url"
        autoComplete="off"
        hint="Shown from an https URL."
      />
      <TextField {...field('website_url')} label="Website URL" type="url" autoComplete="off" />
      <TextField {...field('discord_url')} label="Discord URL" type="url" autoComplete="off" />
      <TextArea
        {...field('description')}
        label="Description"
        isOptional
        lengthMax={partnerLimits.descriptionMax}
      />
      <Checkbox {...register('is_featured')} label="Featured" hint="Highlighted among the partners." />
    </ResourceDialog>
  )
}
