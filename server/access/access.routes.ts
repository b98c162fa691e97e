import { bansApi } from '#contract/access/bans.ts'
import { groupsApi } from '#contract/access/groups.ts'
import { userStylesApi } from '#contract/access/user-styles.ts'
import { route } from '#platform/http/route.ts'

import { banUser, changeBan, readBans, unbanUser } from './bans/change-bans.ts'
import { assignGroup, editAssignment, unassignGroup } from './groups/change-membership.ts'
import { selectGroups } from './groups/group-list.queries.ts'
import {
  createGroup,
  editGroup,
  deleteGroup,
  listMembers,
  listPermissions,
  readGroup,
  readActiveGroups,
} from './groups/groups.ts'
import { assignStyle, editStyleAssignment, unassignStyle } from './user-styles/assign-style.ts'
import {
  listAssignmentsOf,
  listStylesWithAssignments,
  readStyle,
  addStyle,
  deleteStyle,
  editStyle,
} from './user-styles/styles.ts'
import { selectUserStyles } from './user-styles/user-styles.queries.ts'

export const accessRoutes = [
  route(groupsApi.list, ({ db }) => selectGroups(db)),
  route(groupsApi.permissions, async () => listPermissions()),
  route(groupsApi.ofUser, ({ app, actor, params }) => readActiveGroups(app, actor, params.userId)),
  route(groupsApi.get, ({ db, params }) => readGroup(db, params.id)),
  route(groupsApi.create, ({ app, actor, body }) => createGroup(app, actor, body)),
  route(groupsApi.edit, ({ app, actor, params, body }) => editGroup(app, actor, params.id, body)),
  route(groupsApi.remove, ({ app, actor, params }) => deleteGroup(app, actor, params.id)),
  route(groupsApi.members, ({ db, params, query }) => listMembers(db, params.id, query)),
  route(groupsApi.assign, ({ app, actor, params, body }) => assignGroup(app, actor, params.id, body)),
  route(groupsApi.editAssignment, ({ app, actor, params, body }) =>
    editAssignment(app, actor, { groupId: params.id, userId: params.userId }, body.expires_at),
  ),
  route(groupsApi.unassign, ({ app, actor, params }) =>
    unassignGroup(app, actor, { groupId: params.id, userId: params.userId }),
  ),

  route(bansApi.read, ({ app, actor, params }) => readBans(app, actor, params.id)),
  route(bansApi.ban, ({ app, actor, params, body }) => banUser(app, actor, params.id, body)),
  route(bansApi.change, ({ app, actor, params, body }) => changeBan(app, actor, params.id, body)),
  route(bansApi.unban, ({ app, actor, params }) => unbanUser(app, actor, params.id)),

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
    success(await editStyleAssignment(app, actor, params.id, body)),
  ),
  route(userStylesApi.removeAssignment, async ({ app, actor, params }) =>
    success(await unassignStyle(app, actor, params.id)),
  ),
]

function success<Data>(data: Data): { success: true; data: Data } {
  return { success: true, data }
}
