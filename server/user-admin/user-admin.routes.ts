import { userAdminApi } from '#contract/user-admin.ts'
import { route } from '#platform/http/route.ts'

import { editGroupsOfUser } from './edit-groups-of-user.ts'
import { listUsers } from './list-users.ts'
import { readGroupsOfUser, readUser } from './read-user.ts'

export const userAdminRoutes = [
  route(userAdminApi.list, ({ hub, actor, query }) => listUsers(hub, actor, query)),
  route(userAdminApi.get, ({ hub, actor, params }) => readUser(hub, actor, params.id)),
  route(userAdminApi.groups, ({ hub, params }) => readGroupsOfUser(hub, params.id)),
  route(userAdminApi.editGroups, ({ hub, actor, params, body }) =>
    editGroupsOfUser(hub, actor, params.id, body),
  ),
]
