import { userStylesApi } from '#contract/access/user-styles.ts'
import { route } from '#platform/http/route.ts'

import { assignStyle, editAssignment, unassignStyle } from './assign-style.ts'
import { listAssignmentsOf, listStylesWithAssignments, readStyle } from './list-styles.ts'
import { selectUserStyles } from './user-styles.queries.ts'
import { addStyle, deleteStyle, editStyle } from './write-style.ts'

export const userStyleRoutes = [
  route(userStylesApi.list, async ({ db }) => success(await selectUserStyles(db))),
  route(userStylesApi.withAssignments, async ({ app, query }) =>
    success(await listStylesWithAssignments(app, query.q)),
  ),
  route(userStylesApi.get, async ({ db, params }) => success(await readStyle(db, params.id))),
  route(userStylesApi.assignmentsOfUser, async ({ db, params }) =>
    success(await listAssignmentsOf(db, params.userId)),
  ),
  route(userStylesApi.create, async ({ db, actor, body }) => success(await addStyle(db, actor, body))),
  route(userStylesApi.edit, async ({ db, actor, params, body }) =>
    success(await editStyle(db, actor, params.id, body)),
  ),
  route(userStylesApi.remove, async ({ db, actor, params }) =>
    success(await deleteStyle(db, actor, params.id)),
  ),
  route(userStylesApi.assign, async ({ app, actor, body }) => success(await assignStyle(app, actor, body))),
  route(userStylesApi.editAssignment, async ({ app, actor, params, body }) =>
    success(await editAssignment(app, actor, params.id, body)),
  ),
  route(userStylesApi.removeAssignment, async ({ app, actor, params }) =>
    success(await unassignStyle(app, actor, params.id)),
  ),
]

function success<Data>(data: Data): { success: true; data: Data } {
  return { success: true, data }
}
