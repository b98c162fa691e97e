import { groupsApi } from '#contract/access/groups.ts'
import { route } from '#platform/http/route.ts'

import { assignGroup, editAssignment, unassignGroup } from './assign-group.ts'
import { createGroup, editGroup, deleteGroup } from './change-groups.ts'
import { listMembers, listPermissions, readGroup, readActiveGroups } from './read-groups.ts'
import { selectGroups } from './group-list.queries.ts'

export const groupRoutes = [
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
]
