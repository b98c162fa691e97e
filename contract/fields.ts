import { z } from 'zod/mini'

/** An id in a path: PostgreSQL's integer range, so that a forged one is refused and never overflows. */
export const Id = z.coerce.number('Not an id').check(z.int(), z.gte(1), z.lte(2_147_483_647))
export const IdParams = z.object({ id: Id })

/** ISO 8601 in UTC. */
export const Time = z.string()

/** A time that somebody sends. Its year keeps four digits in every zone: the database knows no others. */
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

/** `page` and `limit` of every list; a limit is 1 to 100 (api.md, Conventions). */
export function paging(defaultLimit: number) {
  return {
    page: z._default(
      z.coerce
        .number('Page must be a number')
        .check(
          z.int('Page must be a whole number'),
          z.gte(1, 'Page starts at 1'),
          z.lte(1_000_000_000, 'Page is too large'),
        ),
      1,
    ),
    limit: z._default(
      z.coerce
        .number('Limit must be a number')
        .check(
          z.int('Limit must be a whole number'),
          z.gte(1, 'Limit must be 1 to 100'),
          z.lte(100, 'Limit must be 1 to 100'),
        ),
      defaultLimit,
    ),
  }
}

export const Success = z.object({ success: z.literal(true) })

/** PostgreSQL cannot store U+0000, and no person types it. */
export const noNul = z.refine<string>(
  (text) => !text.includes('\u0000'),
  'Text must not contain NUL characters',
)
