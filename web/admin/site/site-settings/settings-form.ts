import { z } from 'zod/mini'

import type { Banner } from '#contract/site/pages.ts'
import { Settings, type SettingsChange, type SettingsReply } from '#contract/site/settings.ts'
import { fieldsOf } from '#web/app/use-zod-form.ts'
import { toLocalTime } from '#web/ui/date-time-text.ts'

const { shape } = Settings

/** The text of a number field. */
function numberText(schema: z.ZodMiniType<number>) {
  return z.string().check(({ value, issues }) => {
    const parsed = schema.safeParse(/^\d+$/.test(value.trim()) ? Number(value) : Number.NaN)
    const message = parsed.error?.issues[0]?.message
    if (message !== undefined) issues.push({ code: 'custom', input: value, message })
  })
}

export const SettingsForm = z.extend(Settings, {
  submissionsPerHour: numberText(shape.submissionsPerHour),
  newSubmissionsPerHour: numberText(shape.newSubmissionsPerHour),
  newReportsPerDay: numberText(shape.newReportsPerDay),
  newAccountDays: numberText(shape.newAccountDays),
  newDescriptionLinks: numberText(shape.newDescriptionLinks),
  /** The value of a `datetime-local` field; empty: no end. */
  bannerUntil: z.string(),
})
export type SettingsForm = z.output<typeof SettingsForm>

export const settingFields = fieldsOf(SettingsForm)

export function settingsValues({ settings }: SettingsReply): SettingsForm {
  return {
    ...settings,
    submissionsPerHour: String(settings.submissionsPerHour),
    newSubmissionsPerHour: String(settings.newSubmissionsPerHour),
    newReportsPerDay: String(settings.newReportsPerDay),
    newAccountDays: String(settings.newAccountDays),
    newDescriptionLinks: String(settings.newDescriptionLinks),
    bannerUntil: settings.bannerUntil === null ? '' : toLocalTime(settings.bannerUntil),
  }
}

/** The changed fields with the values that the form was opened with, so that the server detects a conflict. */
export function settingsChange(base: SettingsReply, form: SettingsForm): SettingsChange {
  const opened = settingsValues(base)
  const changed = new Set<string>(settingFields.filter((name) => form[name] !== opened[name]))
  const pick = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => changed.has(name)))
  const next: Settings = {
    ...form,
    submissionsPerHour: Number(form.submissionsPerHour),
    newSubmissionsPerHour: Number(form.newSubmissionsPerHour),
    newReportsPerDay: Number(form.newReportsPerDay),
    newAccountDays: Number(form.newAccountDays),
    newDescriptionLinks: Number(form.newDescriptionLinks),
    bannerUntil: form.bannerUntil === '' ? null : new Date(form.bannerUntil).toISOString(),
  }
  return { ...pick(next), expected: pick(base.settings) }
}

/** The banner as the pages will show it; null while there is no text. */
export function bannerOf(
  values: Pick<SettingsForm, 'bannerText' | 'bannerTone' | 'bannerLink' | 'bannerLinkText'>,
): Banner | null {
  const text = values.bannerText.trim()
  if (text === '') return null
  return {
    text,
    tone: values.bannerTone,
    link: values.bannerLink.trim(),
    linkText: values.bannerLinkText.trim(),
  }
}
