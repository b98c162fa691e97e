import { userAdminApi } from '#contract/user-admin.ts'
import { route } from '#platform/http/route.ts'

import { editGroupsOfUser } from './edit-groups-of-user.ts'
import { editUser } from './edit-user.ts'
import { endSessions } from './end-sessions.ts'
import { explainPermissions } from './explain-permissions.ts'
import { listUsers } from './list-users.ts'
import { readGroupsOfUser, readUser } from './read-user.ts'
import { setAdminFlag } from './set-admin-flag.ts'
import { suspendUser } from './suspend-user.ts'

export const userAdminRoutes = [
  route(userAdminApi.list, ({ hub, actor, query }) => listUsers(hub, actor, query)),
  route(userAdminApi.get, ({ hub, actor, params }) => readUser(hub, actor, params.id)),
  route(userAdminApi.edit, ({ hub, actor, params, body }) => editUser(hub, actor, params.id, body)),
  route(userAdminApi.setAdmin, ({ hub, actor, params, body }) =>
    setAdminFlag(hub, actor, params.id, body.is_admin),
  ),
  route(userAdminApi.suspend, ({ hub, actor, params, body }) =>
    suspendUser(hub, actor, params.id, body.suspended),
  ),
  route(userAdminApi.endSessions, ({ hub, actor, params }) => endSessions(hub, actor, params.id)),
  route(userAdminApi.permissions, ({ hub, params }) => explainPermissions(hub, params.id)),
  route(userAdminApi.groups, ({ hub, params }) => readGroupsOfUser(hub, params.id)),
  route(userAdminApi.editGroups, ({ hub, actor, params, body }) =>
    editGroupsOfUser(hub, actor, params.id, body),
  ),
]
