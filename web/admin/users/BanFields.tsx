import { banLimits } from '#contract/bans.ts'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { banDays } from './ban-duration.ts'
import type { BanErrors, BanForm } from './ban-duration.ts'
import styles from './BanDialog.module.css'

export function BanFields({
  id,
  form,
  errors,
  onChange,
  onSubmit,
}: {
  id: string
  form: BanForm
  errors: BanErrors
  onChange: (change: Partial<BanForm>) => void
  onSubmit: () => void
}) {
  return (
    <form
      id={id}
      noValidate
      aria-label="Ban"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <TextArea
        name="reason"
        label="Reason"
        hint="The banned person sees it."
        // Uncontrolled: the length counter re-renders on input, when `form` still has the old text.
        defaultValue={form.reason}
        error={errors.reason}
        lengthMax={banLimits.reasonMax}
        onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
        autoFocus
      />
      <SegmentedControl
        label="Kind of ban"
        options={[
          { value: 'timed', label: 'For a time' },
          { value: 'permanent', label: 'Permanent' },
        ]}
        value={form.isPermanent ? 'permanent' : 'timed'}
        onChange={(value) => onChange({ isPermanent: value === 'permanent' })}
      />
      {!form.isPermanent && (
        <div className={styles.duration}>
          <Select
            label="Duration"
            value={form.duration}
            onChange={({ currentTarget }) => onChange({ duration: currentTarget.value })}
            options={[
              ...banDays.map((days) => ({
                value: String(days),
                label: days === 1 ? '1 day' : `${days} days`,
              })),
              { value: 'custom', label: 'Custom' },
            ]}
          />
          {form.duration === 'custom' && (
            <TextField
              name="customDays"
              label="Custom duration (days)"
              inputMode="numeric"
              autoComplete="off"
              value={form.customDays}
              error={errors.customDays}
              onChange={({ currentTarget }) => onChange({ customDays: currentTarget.value })}
            />
          )}
        </div>
      )}
    </form>
  )
}
