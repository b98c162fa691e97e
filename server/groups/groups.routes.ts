import { groupsApi } from '#contract/groups.ts'
import { route } from '#platform/http/route.ts'

import { listMembers, listPermissions, readGroup, readGroupsInForce } from './read-groups.ts'
import { selectGroups } from './shown-groups.queries.ts'

export const groupRoutes = [
  route(groupsApi.list, ({ db }) => selectGroups(db)),
  route(groupsApi.permissions, async () => listPermissions()),
  route(groupsApi.ofUser, ({ hub, actor, params }) => readGroupsInForce(hub, actor, params.userId)),
  route(groupsApi.get, ({ db, params }) => readGroup(db, params.id)),
  route(groupsApi.members, ({ db, params, query }) => listMembers(db, params.id, query)),
]
