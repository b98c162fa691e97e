import {
  userStyleLimits,
  type AssignedUserStyle,
  type StyleAssignment,
  type UserStyle,
  type UserStyleChange,
  type UserStyleDraft,
} from '#contract/access/user-styles.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { type Db, invalidate, inTransaction } from '#platform/database/database.ts'
import { notFound, invalid } from '#platform/errors.ts'
import { selectUsername } from '#server/access/users/users.queries.ts'
import { changedValues, recordActivity } from '#server/records/records.public.ts'

import { styleProblem, stylesTag } from './name-style.rules.ts'
import {
  selectAssignedCounts,
  selectAssignmentsOf,
  selectNewestAssignments,
  selectUserStyle,
  selectUserStyles,
  insertUserStyle,
  removeUserStyle,
  selectUserStyleForUpdate,
  updateUserStyle,
} from './user-styles.queries.ts'

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

type Author = Pick<Actor, 'id' | 'username'>

export async function addStyle(db: Db, author: Author, draft: UserStyleDraft): Promise<UserStyle> {
  assertSafeCss(draft.css_properties)
  return inTransaction(db, async (tx) => {
    const style = await insertUserStyle(tx, draft)
    await recordChange(tx, author, style, { action: 'Style Created', verb: 'added' })
    return style
  })
}

export async function editStyle(
  db: Db,
  author: Author,
  id: number,
  change: UserStyleChange,
): Promise<UserStyle> {
  if (change.css_properties !== undefined) assertSafeCss(change.css_properties)
  return inTransaction(db, async (tx) => {
    const before = await selectUserStyleForUpdate(tx, id)
    if (!before) throw notFound('User style not found')
    const fields = Object.keys(change)
    if (fields.length === 0) return before

    const style = await updateUserStyle(tx, id, change)
    await recordChange(tx, author, style, {
      action: 'Style Updated',
      verb: 'changed',
      metadata: { changed: fields, ...changedValues(before, style) },
    })
    invalidate(tx, stylesTag)
    return style
  })
}

/** Foreign keys delete its assignments and remove it from groups. */
export async function deleteStyle(db: Db, author: Author, id: number): Promise<null> {
  return inTransaction(db, async (tx) => {
    const style = await selectUserStyleForUpdate(tx, id)
    if (!style) throw notFound('User style not found')

    await removeUserStyle(tx, id)
    await recordChange(tx, author, style, { action: 'Style Deleted', verb: 'deleted' })
    invalidate(tx, stylesTag)
    return null
  })
}

function assertSafeCss(css: string): void {
  const problem = styleProblem(css)
  if (problem !== undefined) throw invalid({ css_properties: problem })
}

async function recordChange(
  tx: Db,
  author: Author,
  style: UserStyle,
  what: {
    action: 'Style Created' | 'Style Updated' | 'Style Deleted'
    verb: string
    metadata?: Record<string, unknown>
  },
): Promise<void> {
  const { action, verb, metadata = {} } = what
  await recordActivity(tx, {
    type: 'system',
    action,
    description: `${author.username} ${verb} the user style ${style.name}`,
    status: action === 'Style Deleted' ? 'warning' : 'success',
    userId: author.id,
    targetId: style.id,
    targetType: 'style',
    metadata,
  })
}
