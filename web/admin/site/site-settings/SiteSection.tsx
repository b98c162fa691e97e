import { pinnedReason, reviewModes } from '#contract/site/settings.ts'
import type { PinnedSetting, ReviewMode } from '#contract/site/settings.ts'
import { StoredValue } from '#web/app/StoredValue.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { SettingsSection } from './SettingsSection.tsx'
import type { SectionProps } from './SettingsSection.tsx'

const reviewModeTexts: Record<ReviewMode, string> = {
  off: 'Off: everything is published right away',
  flagged: 'Flagged: what the scanner flags waits for a moderator',
  all: 'All: everything waits for a moderator',
}

export function SiteSection({ form: { field, register }, conflict, pinned }: SectionProps) {
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
