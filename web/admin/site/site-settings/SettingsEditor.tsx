import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import type { SettingsReply } from '#contract/site/settings.ts'
import { showBanner } from '#web/app/banner.ts'
import { call } from '#web/app/call.ts'
import { UnsavedChangesGuard } from '#web/app/UnsavedChangesGuard.tsx'
import { useConflict } from '#web/app/use-conflict.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { replaceSite, useSite } from '#web/app/use-site.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast.ts'

import { BannerSection } from './BannerSection.tsx'
import { LimitsSection } from './LimitsSection.tsx'
import { PageTextsSection } from './PageTextsSection.tsx'
import { bannerOf, settingFields, settingsChange, settingsValues, useSettingsForm } from './settings-form.ts'
import { settingsQuery } from './settings.data.ts'
import styles from './Settings.module.css'
import { SiteSection } from './SiteSection.tsx'

export function SettingsEditor({ opened }: { opened: SettingsReply }) {
  const site = useSite()
  const router = useRouter()
  const queryClient = useQueryClient()
  const form = useSettingsForm(opened)
  const { base, conflict, readAfterConflict } = useConflict(form, {
    opened,
    fields: settingFields,
    toValues: settingsValues,
    read: () => call('GET /api/settings'),
  })
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: (values) => call('PUT /api/settings', { body: settingsChange(base, values) }),
    onSuccess: (reply) => {
      queryClient.setQueryData(settingsQuery.queryKey, reply)
      form.reset(settingsValues(reply))
      const { siteName, tagline, chatInviteUrl, reviewMode } = reply.settings
      const banner = bannerOf(reply.settings)
      replaceSite(router, { ...site, siteName, siteTagline: tagline, chatInviteUrl, reviewMode, banner })
      showBanner(banner)
      // The title of the document contains the name.
      void router.invalidate()
      void queryClient.invalidateQueries({ queryKey: ['site-page'] })
      void showToast({ type: 'success', title: 'Settings saved' })
    },
    errors: { fields: settingFields, texts: 'Failed to save the settings' },
    afterError: readAfterConflict,
  })
  const { isDirty } = form.formState
  const section = { form, conflict, pinned: base.pinned }
  return (
    <form noValidate aria-label="Settings" className="stack gap-4" onSubmit={(event) => void submit(event)}>
      <UnsavedChangesGuard
        isActive={isDirty && !isPending}
        title="Discard your changes?"
        text="You have unsaved changes."
      />
      <SiteSection {...section} />
      <BannerSection {...section} />
      <LimitsSection {...section} />
      <PageTextsSection {...section} />
      <div className={`${styles.bar} row wrap between framed fill-1`} data-dirty={isDirty || undefined}>
        {form.formError ? (
          <Alert tone="danger" title={form.formError} isAlert />
        ) : (
          <p className="muted text-sm">{isDirty ? 'You have unsaved changes.' : 'All changes are saved.'}</p>
        )}
        <div className={`${styles.actions} flex gap-3 push`}>
          <Button onClick={() => form.reset(settingsValues(base))} disabled={!isDirty || isPending}>
            Discard
          </Button>
          <Button type="submit" variant="cta" isBusy={isPending} busyText="Saving..." disabled={!isDirty}>
            Save Changes
          </Button>
        </div>
      </div>
    </form>
  )
}
