import { useState } from 'react'
import type { ReactNode } from 'react'

import { banLimits } from '#contract/access/bans.ts'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { banDays } from './ban-duration.ts'
import type { BanErrors, BanForm } from './ban-duration.ts'
import { SavedReasons } from './SavedReasons.tsx'

const texts = {
  ban: { label: 'Ban', hint: 'The banned user can see this.', kind: 'Kind of ban', endless: 'Permanent' },
  suspend: {
    label: 'Suspension',
    hint: 'Only administrators can see this.',
    kind: 'Kind of suspension',
    endless: 'Until it is ended',
  },
} as const

/** Reason and end of a ban or a suspension. */
export function BanFields({
  id,
  kind = 'ban',
  form,
  errors,
  onChange,
  onSubmit,
  children,
}: {
  id: string
  kind?: 'ban' | 'suspend'
  form: BanForm
  errors: BanErrors
  onChange: (change: Partial<BanForm>) => void
  onSubmit: () => void
  children?: ReactNode
}) {
  const [picks, setPicks] = useState(0)
  const { label, hint, kind: kindLabel, endless } = texts[kind]
  return (
    <form
      id={id}
      noValidate
      aria-label={label}
      className="first-full grid gap-5 items-start"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <TextArea
        key={picks}
        name="reason"
        label="Reason"
        hint={hint}
        // Uncontrolled: the length counter re-renders on input, when `form` still has the old text.
        defaultValue={form.reason}
        error={errors.reason}
        lengthMax={banLimits.reasonMax}
        onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
        autoFocus={picks === 0}
      />
      <SavedReasons
        kind={kind}
        text={form.reason}
        onPick={(reason) => {
          onChange({ reason })
          setPicks(picks + 1)
        }}
      />
      <SegmentedControl
        label={kindLabel}
        options={[
          { value: 'timed', label: 'Temporary' },
          { value: 'permanent', label: endless },
        ]}
        value={form.isPermanent ? 'permanent' : 'timed'}
        onChange={(value) => onChange({ isPermanent: value === 'permanent' })}
      />
      {!form.isPermanent && (
        <div className="grid top gap-4 full tiles-fit" style={{ '--min': '200px' }}>
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
      {children}
    </form>
  )
}
