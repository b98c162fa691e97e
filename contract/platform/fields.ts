import { z } from 'zod/mini'

/**
 * A number of a URL or a form, where it is a text of decimal digits. `Number` would also read 0x1, +1, 1e0 and spaces,
 * so that one thing had many URLs.
 */
export function fromDigits<Schema extends z.ZodMiniType<number, number>>(schema: Schema) {
  return z.pipe(z.transform(readDigits), schema)
}

function readDigits(value: unknown): unknown {
  return typeof value === 'string' && /^(?:0|-?[1-9]\d*)$/.test(value) ? Number(value) : value
}

/** An id, limited to the integer type of PostgreSQL: a larger number would be a database error. */
export const Id = fromDigits(z.number('Not an id').check(z.int(), z.gte(1), z.lte(2_147_483_647)))
export const IdParams = z.object({ id: Id })

/** An id in the body of a request. */
export const sentId = (error = 'Not an id', range?: string) =>
  z.int(error).check(z.gte(1, range), z.lte(2_147_483_647, range))

/** ISO 8601 in UTC. */
export const Time = z.string()

/** A time in a request. Years 1000 to 2999 have four digits in every time zone, as PostgreSQL requires. */
export function sentTime(error: string) {
  return z.iso
    .datetime({ offset: true, error })
    .check(z.refine((text: string) => /^[12]\d{3}/.test(text), error))
}

export const Pagination = z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() })
export type Pagination = z.output<typeof Pagination>

export function pagination(page: number, limit: number, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}

export function paging(defaultLimit: number) {
  const limit = z
    .number('Limit must be a number')
    .check(
      z.int('Limit must be a whole number'),
      z.gte(1, 'Limit must be 1 to 100'),
      z.lte(100, 'Limit must be 1 to 100'),
    )
  const page = z
    .number('Page must be a number')
    .check(
      z.int('Page must be a whole number'),
      z.gte(1, 'Page starts at 1'),
      z.lte(1_000_000_000, 'Page is too large'),
    )
  return { page: z._default(fromDigits(page), 1), limit: z._default(fromDigits(limit), defaultLimit) }
}

export const Success = z.object({ success: z.literal(true) })

export const nulText = 'Text must not contain NUL characters'
export const invalidUnicodeText = 'Text must be valid Unicode'

/** PostgreSQL cannot store U+0000. */
export const noNul = z.refine<string>((text) => !text.includes('\u0000'), nulText)

/** A text of several lines. Multipart forms send a line break as CRLF, but a form counts it as one character. */
export const multiline = (name: string, max: number) =>
  z.string(`${name} must be text`).check(
    z.overwrite((text) => text.replaceAll('\r\n', '\n')),
    z.trim(),
    z.maxLength(max, `${name} must be at most ${max} characters`),
    noNul,
  )

/** For texts that are stored in JSON, where PostgreSQL rejects half a surrogate pair. */
export const wellFormed = z.refine<string>((text) => !/\p{Cs}/u.test(text), invalidUnicodeText)

/** A text of several lines that may be empty. */
export const optionalText = (error: string, max: number, tooLong: string) =>
  z.string(error).check(z.trim(), z.maxLength(max, tooLong), noNul)

/** A text of several lines. */
export const requiredText = (missing: string, max: number, tooLong: string) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(max, tooLong), noNul)

/** Emoji may contain invisible characters: variation selectors and joiners. */
const emoji =
  /[#*0-9]\uFE0F\u20E3|\p{Extended_Pictographic}(?:\uFE0F|\p{EMod})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{EMod})?)*/gu
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

export const invisibleText = 'Text must not contain invisible characters or line breaks'

/**
 * For names and other texts of one line: control characters, and characters that are invisible or change the direction
 * of the text, could make two names look equal.
 */
export function visible(error = invisibleText) {
  return z.refine<string>(isVisible, error)
}

export function isVisible(text: string): boolean {
  return !invisible.test(text.replace(emoji, ''))
}

/** Without whitespace, invisible characters and credentials before the host, which could hide the target. */
const plainUrl = /^https?:\/\/[^\s\p{C}\\@/?#]+([/?#][^\s\p{C}\\]*)?$/iu

const webUrl = z.url({ protocol: /^https?$/ })

/** Returns whether the text is the URL of a web page. */
export function isWebUrl(text: string): boolean {
  return plainUrl.test(text) && webUrl.safeParse(text).success
}

/** A script as a link. */
export const NamedScript = z.object({ id: z.int(), name: z.string() })

/** A user as a link. */
export const NamedUser = z.object({ id: z.int(), username: z.string() })
