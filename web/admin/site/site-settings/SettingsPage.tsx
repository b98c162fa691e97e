import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useWatch } from 'react-hook-form'

import {
  settingsLimits,
  pinnedReason,
  reviewModes,
  type SettingsReply,
  type PinnedSetting,
  type ReviewMode,
} from '#contract/site/settings.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { showBanner } from '#web/app/banner.ts'
import { call, callQuery } from '#web/app/call.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { StoredValue } from '#web/app/StoredValue.tsx'
import { UnsavedChangesGuard } from '#web/app/UnsavedChangesGuard.tsx'
import { useConflict } from '#web/app/use-conflict.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { replaceSite, useSite } from '#web/app/use-site.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { MarkdownPreview } from '#web/scripts/script-changes/MarkdownPreview.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

import { BannerSection } from './BannerSection.tsx'
import { bannerOf, settingFields, settingsChange, settingsValues, SettingsForm } from './settings-form.ts'
import styles from './Settings.module.css'
import { SettingsSection, type SectionProps } from './SettingsSection.tsx'

const settingsQuery = {
  ...callQuery(['admin', 'settings'], 'GET /api/settings'), // A form is open: another user's change is found when it is saved.
  refetchOnWindowFocus: false,
}

const reviewModeTexts: Record<ReviewMode, string> = {
  off: 'Off: everything is published right away',
  flagged: 'Flagged: a moderator reviews what the scanner flags',
  all: 'All: a moderator reviews everything, from trusted authors only what the scanner flags',
}

const pages = [
  { name: 'aboutText', label: 'About' },
  { name: 'supportText', label: 'Support' },
] as const

const limits = [
  { name: 'submissionsPerHour', label: 'Submissions per hour', hint: 'For each member.' },
  {
    name: 'newAccountDays',
    label: 'Days as a new account',
    hint: 'Accounts younger than this have the limits below. 0 turns them off.',
  },
  {
    name: 'newSubmissionsPerHour',
    label: 'Submissions per hour of new accounts',
    hint: 'With 0, new accounts cannot submit scripts.',
  },
  {
    name: 'newReportsPerDay',
    label: 'Reports per day of new accounts',
    hint: 'With 0, new accounts cannot report.',
  },
  {
    name: 'newDescriptionLinks',
    label: 'Links in descriptions of new accounts',
    hint: 'Links to other sites in one text, such as a description, changelog or report.',
  },
] as const

export function SettingsPage() {
  const session = useSession()
  const query = useQuery({
    ...settingsQuery,
    enabled: hasPermission(session, 'admin.settings'),
  })
  const { data, error } = query
  return (
    <AdminPage
      title="Settings"
      needs="admin.settings"
      text="The name of the site, what it shows and what it allows."
      actions={
        hasPermission(session, 'admin.activities.view') && (
          <Link to="/admin/activities" search={{ action: 'Settings Changed' }} className={buttonClass()}>
            <History />
            History
          </Link>
        )
      }
    >
      {data ? (
        <SettingsEditor opened={data} />
      ) : error ? (
        <FailedState title="The settings could not be loaded" text={error.message} query={query} />
      ) : (
        <>
          <Skeleton shape="block" height={280} />
          <Skeleton shape="block" height={360} />
        </>
      )}
    </AdminPage>
  )
}

function SettingsEditor({ opened }: { opened: SettingsReply }) {
  const site = useSite()
  const router = useRouter()
  const queryClient = useQueryClient()
  const form = useZodForm<SettingsForm>(SettingsForm, settingsValues(opened))
  const { base, rebase, conflict, readAfterConflict } = useConflict(form, {
    opened,
    fields: settingFields,
    toValues: settingsValues,
    read: () => call('GET /api/settings'),
  })
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: (values) => call('PUT /api/settings', { body: settingsChange(base, values) }),
    onSuccess: (reply) => {
      queryClient.setQueryData(settingsQuery.queryKey, reply)
      rebase(reply)
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
      <div
        className={`row wrap between framed fill-1 sticky ${styles.bar} pad-3-5`}
        data-dirty={isDirty || undefined}
      >
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

function LimitsSection({ form: { field }, conflict }: SectionProps) {
  return (
    <SettingsSection
      title="Limits"
      text="These limits slow down spam. Moderators never count as new accounts."
    >
      {limits.map(({ name, label, hint }) => (
        <div key={name}>
          <TextField {...field(name)} label={label} hint={hint} inputMode="numeric" autoComplete="off" />
          <StoredValue conflict={conflict} name={name} label={label} />
        </div>
      ))}
    </SettingsSection>
  )
}

function PageTextsSection({ form: { field, control }, conflict }: SectionProps) {
  const texts = useWatch({ control, name: ['aboutText', 'supportText'] })
  return (
    <SettingsSection
      title="Pages"
      text={
        <>
          The texts of <code>/about</code> and <code>/support</code>: Markdown with headings, lists, code,
          emphasis and links. An empty page says that it is coming soon.
        </>
      }
    >
      {pages.map(({ name, label }, index) => (
        <div key={name} className="stack gap-2">
          <TextArea
            {...field(name)}
            label={label}
            isOptional
            rows={8}
            lengthMax={settingsLimits.pageTextMax}
          />
          <StoredValue conflict={conflict} name={name} label={label} />
          <MarkdownPreview text={texts[index] ?? ''} />
        </div>
      ))}
    </SettingsSection>
  )
}

function SiteSection({ form: { field, register }, conflict, pinned }: SectionProps) {
  const fixed = (name: PinnedSetting, hint: string) =>
    pinned.includes(name) ? { readOnly: true, hint: pinnedReason(name) } : { hint }
  return (
    <SettingsSection title="Site" text="Used in titles, emails, feeds and the header.">
      <TextField
        {...field('siteName')}
        {...fixed('siteName', 'No account can have this name.')}
        label="Site name"
        autoComplete="off"
      />
      <StoredValue conflict={conflict} name="siteName" label="Site name" />
      <TextField
        {...field('tagline')}
        {...fixed('tagline', 'One line above the title of the homepage. Name the game here.')}
        label="Tagline"
        isOptional
        autoComplete="off"
      />
      <StoredValue conflict={conflict} name="tagline" label="Tagline" />
      <TextField
        {...field('chatInviteUrl')}
        {...fixed('chatInviteUrl', 'Where Join Discord leads.')}
        label="Invite link"
        type="url"
        autoComplete="off"
      />
      <StoredValue conflict={conflict} name="chatInviteUrl" label="Invite link" />
      <Select
        {...register('reviewMode')}
        label="Review of new scripts and versions"
        options={reviewModes.map((value) => ({ value, label: reviewModeTexts[value] }))}
        disabled={pinned.includes('reviewMode')}
        hint={pinned.includes('reviewMode') ? pinnedReason('reviewMode') : undefined}
      />
      <StoredValue
        conflict={conflict}
        name="reviewMode"
        label="Review"
        toText={(mode) => reviewModes.map((known) => (known === mode ? reviewModeTexts[known] : '')).join('')}
      />
    </SettingsSection>
  )
}
