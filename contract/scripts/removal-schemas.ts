import { z } from 'zod/mini'

import { noNul, Time } from '#contract/platform/fields.ts'

/** Why a script was hidden. */
export const removalReasons = ['copyright', 'backdoor', 'stolen', 'spam', 'other'] as const
export type RemovalReason = (typeof removalReasons)[number]

export const removalReasonTexts: Readonly<Record<RemovalReason, string>> = {
  copyright: 'Copyright',
  backdoor: 'Backdoor',
  stolen: 'Stolen work',
  spam: 'Spam',
  other: 'Other',
}

export const removalLimits = {
  noteMax: 1_000,
  /** Days until the files of a hidden script are deleted. */
  fileDays: 30,
} as const

/** Why and since when a script is hidden. Only its author and moderators see it. */
export const Removal = z.object({
  id: z.int(),
  reason: z.enum(removalReasons),
  /** For the author. */
  note: z.string(),
  at: Time,
  /** The number of the takedown notice that hid it: the author answers with a counter-notice instead of an appeal. */
  takedown: z.optional(z.string()),
})
export type Removal = z.output<typeof Removal>

export const removalFields = {
  reason: z.enum(removalReasons, 'Please choose a reason'),
  note: z._default(
    z
      .string()
      .check(z.trim(), z.maxLength(removalLimits.noteMax, 'The note must be at most 1000 characters'), noNul),
    '',
  ),
}

/** "Other" alone says nothing to the author. */
export const explained = z.refine<{ reason: RemovalReason; note: string }>(
  ({ reason, note }) => reason !== 'other' || note !== '',
  { error: 'Please explain the reason in the note', path: ['note'] },
)

export const RemovalDraft = z.object(removalFields).check(explained)
export type RemovalDraft = z.output<typeof RemovalDraft>
