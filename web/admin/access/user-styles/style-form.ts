import { z } from 'zod/mini'

import { nameFonts } from '#contract/access/name-style.ts'
import { UserStyleChange } from '#contract/access/user-styles.ts'
import type { UserStyle } from '#contract/access/user-styles.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'

const StyleForm = z.extend(z.required(UserStyleChange), {
  // The text of the field.
  priority: z.string(),
})
type StyleForm = z.output<typeof StyleForm>

export const useStyleForm = (style: UserStyle | undefined) =>
  useZodForm<StyleForm>(StyleForm, {
    name: style?.name ?? '',
    description: style?.description ?? '',
    css_properties: style?.css_properties ?? '',
    font_family: nameFonts.find((font) => font === style?.font_family) ?? 'default',
    is_active: style?.is_active ?? true,
    priority: String(style?.priority ?? 0),
  })

/** The body of a request; a priority that is not a number becomes 0. */
export function styleBody(form: StyleForm) {
  return { ...form, priority: Number.parseInt(form.priority, 10) || 0 }
}
