import { StoredValue } from '#web/app/StoredValue.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { SettingsSection } from './SettingsSection.tsx'
import type { SectionProps } from './SettingsSection.tsx'

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
    hint: 'Links to other sites in one description or changelog.',
  },
] as const

export function LimitsSection({ form: { field }, conflict }: SectionProps) {
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
