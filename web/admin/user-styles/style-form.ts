import { z } from 'zod/mini'

import { nameFonts } from '#contract/name-style.ts'
import { UserStyleChange } from '#contract/user-styles.ts'
import type { UserStyle } from '#contract/user-styles.ts'
import { useJudgedForm } from '#web/auth/use-judged-form.ts'

const StyleForm = z.extend(z.required(UserStyleChange), {
  // It arrives as the text of its field.
  priority: z.string(),
})
type StyleForm = z.output<typeof StyleForm>

export const useStyleForm = (style: UserStyle | undefined) =>
  useJudgedForm<StyleForm>(StyleForm, {
    name: style?.name ?? '',
    description: style?.description ?? '',
    css_properties: style?.css_properties ?? '',
    font_family: nameFonts.find((font) => font === style?.font_family) ?? 'default',
    is_active: style?.is_active ?? true,
    priority: String(style?.priority ?? 0),
  })

/** What a form comes to as the body of a call; a priority that is no number is 0. */
export function styleBody(form: StyleForm) {
  return { ...form, priority: Number.parseInt(form.priority, 10) || 0 }
}

/** The declarations as they show: those of the style, in its font. */
export function shownCss({
  css_properties,
  font_family,
}: {
  css_properties: string
  font_family: string
}): string {
  return font_family === 'default' ? css_properties : `font-family: "${font_family}"; ${css_properties}`
}
