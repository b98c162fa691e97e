import { useState, type ReactNode } from 'react'

import { banLimits } from '#contract/access/bans.ts'
import { focusField } from '#web/ui/FormDialog.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { banErrors, dayOptions, type BanErrors, type BanForm } from './ban-duration.ts'
import { ReasonField } from './SavedReasons.tsx'

const texts = {
  ban: { label: 'Ban', hint: 'The banned user can see this.', kind: 'Kind of ban', endless: 'Permanent' },
  suspend: {
    label: 'Suspension',
    hint: 'Only administrators can see this.',
    kind: 'Kind of suspension',
    endless: 'Until it is ended',
  },
} as const

/** Reason and end of a ban or a suspension. `onSubmit` runs when both are valid. */
export function BanFields({
  id,
  kind = 'ban',
  form,
  onChange,
  onSubmit,
  children,
}: {
  id: string
  kind?: 'ban' | 'suspend'
  form: BanForm
  onChange: (change: Partial<BanForm>) => void
  onSubmit: () => void
  children?: ReactNode
}) {
  const [errors, setErrors] = useState<BanErrors>({})
  const { label, hint, kind: kindLabel, endless } = texts[kind]
  function change(part: Partial<BanForm>) {
    onChange(part)
    for (const name of Object.keys(part)) setErrors((present) => ({ ...present, [name]: undefined }))
  }
  return (
    <form
      id={id}
      noValidate
      aria-label={label}
      className="first-full grid gap-5 items-start"
      onSubmit={(event) => {
        event.preventDefault()
        const newErrors = banErrors(form, kind === 'ban' ? 'ban' : 'suspension')
        setErrors(newErrors)
        const [first] = Object.keys(newErrors)
        if (first) focusField(event.currentTarget, first)
        else onSubmit()
      }}
    >
      <ReasonField
        kind={kind}
        name="reason"
        label="Reason"
        hint={hint}
        text={form.reason}
        error={errors.reason}
        lengthMax={banLimits.reasonMax}
        onChange={(reason) => change({ reason })}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
        autoFocus
      />
      <SegmentedControl
        label={kindLabel}
        options={[
          { value: 'timed', label: 'Temporary' },
          { value: 'permanent', label: endless },
        ]}
        value={form.isPermanent ? 'permanent' : 'timed'}
        onChange={(value) => change({ isPermanent: value === 'permanent' })}
      />
      {!form.isPermanent && (
        <div className="grid top gap-4 full tiles-fit" style={{ '--min': '200px' }}>
          <Select
            label="Duration"
            value={form.duration}
            onChange={({ currentTarget }) => change({ duration: currentTarget.value })}
            options={[...dayOptions, { value: 'custom', label: 'Custom' }]}
          />
          {form.duration === 'custom' && (
            <TextField
              name="customDays"
              label="Custom duration (days)"
              inputMode="numeric"
              autoComplete="off"
              value={form.customDays}
              error={errors.customDays}
              onChange={({ currentTarget }) => change({ customDays: currentTarget.value })}
            />
          )}
        </div>
      )}
      {children}
    </form>
  )
}
