import type { CaseKind } from '#contract/moderation/cases.ts'
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

/** The kinds of cases of which the user may decide some. */
export function kindsOf(session: Session | null) {
  return queueKinds.filter(({ needs }) => hasAnyPermission(session, needs))
}

/** Without a kind in the URL it is the first that the user may decide. */
export function kindOf(session: Session | null, { kind }: ModerationSearch): CaseKind {
  return kind ?? kindsOf(session)[0]?.id ?? 'review'
}
