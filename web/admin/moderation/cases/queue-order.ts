import type { CaseRow, CaseKind } from '#contract/moderation/cases.ts'
import type { Session } from '#web/app/session-store.ts'
import { hasAnyPermission } from '#web/app/session.ts'
import type { ModerationSearch } from '#web/admin/admin-search.ts'

export const queueKinds = [
  {
    id: 'review',
    label: 'Reviews',
    empty: 'No versions are waiting for review.',
    needs: 'admin.scripts.moderate',
  },
  {
    id: 'report',
    label: 'Reports',
    empty: 'No reports are waiting for a decision.',
    needs: 'admin.scripts.moderate',
  },
  {
    id: 'appeal',
    label: 'Appeals',
    empty: 'No appeals are waiting for a decision.',
    needs: ['admin.scripts.moderate', 'admin.users.ban'],
  },
  {
    id: 'takedown',
    label: 'Takedowns',
    empty: 'No takedown notices are waiting for a decision.',
    needs: 'admin.takedowns.manage',
  },
] as const

type Place = Pick<CaseRow, 'id' | 'createdAt'>

type Claim = Pick<CaseRow, 'claimedBy' | 'claimedUntil'>

/** The name of another user who works on the case now. */
export function holderOf(
  { claimedBy, claimedUntil }: Claim,
  ownName: string,
  now: number,
): string | undefined {
  if (claimedBy === null || claimedBy === ownName || claimedUntil === null) return undefined
  return Date.parse(claimedUntil) > now ? claimedBy : undefined
}

/** The case before or after another one, which need not be in the list: its claim or decision may have removed it. */
export function neighbourOf<Row extends Place>(
  rows: readonly Row[],
  current: Place,
  step: 1 | -1,
): Row | undefined {
  const position = rows.findIndex(({ id }) => id === current.id)
  if (position >= 0) return rows[position + step]
  const after = rows.findIndex((row) => comesAfter(row, current))
  if (step === 1) return after < 0 ? undefined : rows[after]
  return after < 0 ? rows.at(-1) : rows[after - 1]
}

/** After a decision: the next case that is not claimed by another user, from the beginning after the last one. */
export function nextToDecide<Row extends Place & Claim>(
  rows: readonly Row[],
  decided: Place,
  ownName: string,
  now: number,
): Row | undefined {
  const free = rows.filter((row) => row.id !== decided.id && !holderOf(row, ownName, now))
  return free.find((row) => comesAfter(row, decided)) ?? free[0]
}

// The queue shows the oldest first.
function comesAfter(row: Place, other: Place): boolean {
  const [time, otherTime] = [Date.parse(row.createdAt), Date.parse(other.createdAt)]
  return time > otherTime || (time === otherTime && row.id > other.id)
}

/** The kinds of cases of which the user may decide some. */
export function kindsOf(session: Session | null) {
  return queueKinds.filter(({ needs }) => hasAnyPermission(session, needs))
}

/** Without a kind in the URL it is the first that the user may decide. */
export function kindOf(session: Session | null, { kind }: ModerationSearch): CaseKind {
  return kind ?? kindsOf(session)[0]?.id ?? 'review'
}
