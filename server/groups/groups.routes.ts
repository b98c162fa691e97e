import { groupsApi } from '#contract/groups.ts'
import { route } from '#platform/http/route.ts'

import { assignGroup, editAssignment, unassignGroup } from './assign-group.ts'
import { createGroup } from './create-group.ts'
import { deleteGroup } from './delete-group.ts'
import { editGroup } from './edit-group.ts'
import { listMembers, listPermissions, readGroup, readGroupsInForce } from './read-groups.ts'
import { selectGroups } from './shown-groups.queries.ts'

export const groupRoutes = [
  route(groupsApi.list, ({ db }) => selectGroups(db)),
  route(groupsApi.permissions, async () => listPermissions()),
  route(groupsApi.ofUser, ({ hub, actor, params }) => readGroupsInForce(hub, actor, params.userId)),
  route(groupsApi.get, ({ db, params }) => readGroup(db, params.id)),
  route(groupsApi.create, ({ hub, actor, body }) => createGroup(hub, actor, body)),
  route(groupsApi.edit, ({ hub, actor, params, body }) => editGroup(hub, actor, params.id, body)),
  route(groupsApi.remove, ({ hub, actor, params }) => deleteGroup(hub, actor, params.id)),
  route(groupsApi.members, ({ db, params, query }) => listMembers(db, params.id, query)),
  route(groupsApi.assign, ({ hub, actor, params, body }) => assignGroup(hub, actor, params.id, body)),
  route(groupsApi.editAssignment, ({ hub, actor, params, body }) =>
    editAssignment(hub, actor, { groupId: params.id, userId: params.userId }, body.expires_at),
  ),
  route(groupsApi.unassign, ({ hub, actor, params }) =>
    unassignGroup(hub, actor, { groupId: params.id, userId: params.userId }),
  ),
]
