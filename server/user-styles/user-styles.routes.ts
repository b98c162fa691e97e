import { userStylesApi } from '#contract/user-styles.ts'
import { route } from '#platform/http/route.ts'

import { assignStyle, editAssignment, unassignStyle } from './assign-style.ts'
import { listAssignmentsOf, listStylesWithAssignments, readStyle } from './list-styles.ts'
import { selectUserStyles } from './user-styles.queries.ts'
import { addStyle, deleteStyle, editStyle } from './write-style.ts'

export const userStyleRoutes = [
  route(userStylesApi.list, async ({ db }) => answer(await selectUserStyles(db))),
  route(userStylesApi.withAssignments, async ({ hub, query }) =>
    answer(await listStylesWithAssignments(hub, query.q)),
  ),
  route(userStylesApi.get, async ({ db, params }) => answer(await readStyle(db, params.id))),
  route(userStylesApi.assignmentsOfUser, async ({ db, params }) =>
    answer(await listAssignmentsOf(db, params.userId)),
  ),
  route(userStylesApi.create, async ({ db, actor, body }) => answer(await addStyle(db, actor, body))),
  route(userStylesApi.edit, async ({ db, actor, params, body }) =>
    answer(await editStyle(db, actor, params.id, body)),
  ),
  route(userStylesApi.remove, async ({ db, actor, params }) =>
    answer(await deleteStyle(db, actor, params.id)),
  ),
  route(userStylesApi.assign, async ({ hub, actor, body }) => answer(await assignStyle(hub, actor, body))),
  route(userStylesApi.editAssignment, async ({ hub, actor, params, body }) =>
    answer(await editAssignment(hub, actor, params.id, body)),
  ),
  route(userStylesApi.removeAssignment, async ({ hub, actor, params }) =>
    answer(await unassignStyle(hub, actor, params.id)),
  ),
]

function answer<Data>(data: Data): { success: true; data: Data } {
  return { success: true, data }
}
