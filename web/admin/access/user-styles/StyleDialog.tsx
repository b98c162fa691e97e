import { useWatch } from 'react-hook-form'
import { z } from 'zod/mini'

import { nameFonts, nameStyleLimits } from '#contract/access/name-style.ts'
import { ResourceDialog } from '#web/admin/resource/SaveDialog.tsx'
import type { ResourceDialogProps } from '#web/admin/resource/ResourcePage.tsx'
import { call } from '#web/app/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { UserStyleChange, type UserStyle } from '#contract/access/user-styles.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'

import { NamePreview } from './NamePreview.tsx'
import { styleResource } from './user-styles.data.ts'
import styles from './UserStyles.module.css'

const StyleForm = z.extend(z.required(UserStyleChange), {
  // The text of the field.
  priority: z.string(),
})
type StyleForm = z.output<typeof StyleForm>

export function StyleDialog({ item: style, onClose }: ResourceDialogProps<UserStyle>) {
  const form = useZodForm<StyleForm>(StyleForm, {
    name: style?.name ?? '',
    description: style?.description ?? '',
    css_properties: style?.css_properties ?? '',
    font_family: nameFonts.find((font) => font === style?.font_family) ?? 'default',
    is_active: style?.is_active ?? true,
    priority: String(style?.priority ?? 0),
  })
  const { field, register, control } = form
  const [css_properties, font_family] = useWatch({ control, name: ['css_properties', 'font_family'] })
  return (
    <ResourceDialog
      resource={styleResource}
      isNew={!style}
      editTitle={`Edit Style: ${style?.name}`}
      form={form}
      fields={['name', 'description', 'css_properties', 'priority']}
      save={(values) => {
        const body = styleBody(values)
        return style
          ? call('PUT /api/user-styles/:id', { params: { id: style.id }, body })
          : call('POST /api/user-styles', { body })
      }}
      onClose={onClose}
      side={<NamePreview style={{ css_properties, font_family }} />}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field */}
      <TextField {...field('name')} label="Name" autoComplete="off" autoFocus />
      <TextField {...field('description')} label="Description" isOptional autoComplete="off" />
      <TextArea
        {...field('css_properties')}
        label="CSS properties"
        hint="Declarations with semicolons between them, without braces: color: #dccba6; font-weight: 700"
        spellCheck={false}
        lengthMax={nameStyleLimits.cssMax}
      />
      <Select
        {...register('font_family')}
        label="Font"
        options={nameFonts.map((font) => ({ value: font, label: font === 'default' ? 'Default' : font }))}
      />
      <TextField
        {...field('priority')}
        label="Priority"
        inputMode="numeric"
        autoComplete="off"
        hint="If a user has several styles, the one with the highest priority is shown."
      />
      <Checkbox {...register('is_active')} label="Active" hint="Only active styles can be assigned." />
    </ResourceDialog>
  )
}

/** The body of a request; a priority that is not a number becomes 0. */
export function styleBody(form: StyleForm) {
  return { ...form, priority: Number.parseInt(form.priority, 10) || 0 }
}

export function PreviewDialog({ style, onClose }: { style: UserStyle; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title={`Preview: ${style.name}`}
      text={style.description || undefined}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-3">
        <NamePreview style={style} />
        <code className={`rigid pad-2-3 round-sm fill-2 muted break block scroll pre-wrap ${styles.css}`}>
          {style.css_properties}
        </code>
        <p className="faint text-sm">Font: {style.font_family}</p>
      </div>
    </Dialog>
  )
}
