import {
  userStyleLimits,
  type AssignedUserStyle,
  type StyleAssignment,
  type UserStyle,
} from '#contract/access/user-styles.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'

import {
  selectAssignedCounts,
  selectAssignmentsOf,
  selectNewestAssignments,
  selectUsername,
} from './style-assignments.queries.ts'
import { selectUserStyle, selectUserStyles } from './user-styles.queries.ts'

export async function readStyle(db: Db, id: number): Promise<UserStyle> {
  const style = await selectUserStyle(db, id)
  if (!style) throw notFound('User style not found')
  return style
}

export async function listStylesWithAssignments(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  usernamePart: string | undefined,
): Promise<AssignedUserStyle[]> {
  const [styles, counts, assignments] = await Promise.all([
    selectUserStyles(db),
    selectAssignedCounts(db, clock.now()),
    selectNewestAssignments(db, usernamePart || undefined, userStyleLimits.assignmentsShown),
  ])
  const ofStyle = Map.groupBy(assignments, ({ style_id: styleId }) => styleId)
  return styles.map((style) => ({
    ...style,
    assigned_count: counts.get(style.id) ?? 0,
    assignments: ofStyle.get(style.id) ?? [],
  }))
}

export async function listAssignmentsOf(db: Db, userId: number): Promise<StyleAssignment[]> {
  if ((await selectUsername(db, userId)) === undefined) throw notFound('User not found')
  return selectAssignmentsOf(db, userId)
}
