import { useQueryClient } from '@tanstack/react-query'

import { partnerLimits } from '#contract/partners.ts'
import type { Partner } from '#contract/partners.ts'
import { showRefusal } from '#web/admin/explain.ts'
import { FormDialog } from '#web/admin/layout/FormDialog.tsx'
import { call } from '#web/app/call.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

import { partnerFailure, usePartnerForm } from './partner-form.ts'
import { partnersQuery } from './partners.data.ts'

export function PartnerDialog({ partner, onClose }: { partner: Partner | undefined; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, clearErrors, forgive, formState } = usePartnerForm(partner)
  const { errors, isDirty, isSubmitting } = formState
  const text = (name: 'name' | 'logo_url' | 'website_url' | 'discord_url' | 'description') => ({
    ...register(name, { onChange: () => forgive(name) }),
    error: errors[name]?.message,
  })
  const save = handleSubmit(async (body) => {
    clearErrors('root')
    try {
      if (partner) await call('PUT /api/partners/:id', { params: { id: partner.id }, body })
      else await call('POST /api/partners', { body })
      void showToast({
        type: 'success',
        title: partner ? 'Partner updated successfully!' : 'Partner created successfully!',
      })
      onClose()
      await queryClient.invalidateQueries({ queryKey: partnersQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: ['partners'], refetchType: 'none' })
    } catch (error) {
      showRefusal(
        error,
        ['name', 'logo_url', 'website_url', 'discord_url', 'description'],
        setError,
        partnerFailure(error, partner === undefined),
      )
    }
  })
  return (
    <FormDialog
      title={partner ? 'Edit Partner' : 'Add Partner'}
      label="Partner"
      submitLabel={partner ? 'Save Changes' : 'Add Partner'}
      busyText="Saving..."
      size="md"
      isBusy={isSubmitting}
      isDirty={isDirty}
      failure={errors.root?.message}
      onSubmit={save}
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog begins at its first field */}
      <TextField {...text('name')} label="Name" autoComplete="off" autoFocus />
      <TextField
        {...text('logo_url')}
        label="Logo URL"
        type="url"
        autoComplete="off"
        hint="Shown from an https address."
      />
      <TextField {...text('website_url')} label="Website URL" type="url" autoComplete="off" />
      <TextField {...text('discord_url')} label="Discord URL" type="url" autoComplete="off" />
      <TextArea
        {...text('description')}
        label="Description"
        isOptional
        lengthMax={partnerLimits.descriptionMax}
      />
      <Checkbox {...register('is_featured')} label="Featured" hint="Stands out among the partners." />
    </FormDialog>
  )
}
