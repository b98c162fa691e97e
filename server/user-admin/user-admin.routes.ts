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
  route(userAdminApi.list, ({ app, actor, query }) => listUsers(app, actor, query)),
  route(userAdminApi.get, ({ app, actor, params }) => readUser(app, actor, params.id)),
  route(userAdminApi.edit, ({ app, actor, params, body }) => editUser(app, actor, params.id, body)),
  route(userAdminApi.setAdmin, ({ app, actor, params, body }) =>
    setAdminFlag(app, actor, params.id, body.is_admin),
  ),
  route(userAdminApi.suspend, ({ app, actor, params, body }) =>
    suspendUser(app, actor, params.id, body.suspended),
  ),
  route(userAdminApi.endSessions, ({ app, actor, params }) => endSessions(app, actor, params.id)),
  route(userAdminApi.permissions, ({ app, params }) => explainPermissions(app, params.id)),
  route(userAdminApi.groups, ({ app, params }) => readGroupsOfUser(app, params.id)),
  route(userAdminApi.editGroups, ({ app, actor, params, body }) =>
    editGroupsOfUser(app, actor, params.id, body),
  ),
]
