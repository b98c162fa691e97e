import { groupsApi } from '#contract/groups.ts'
import { route } from '#platform/http/route.ts'

import { selectGroups } from './groups.queries.ts'

export const groupRoutes = [route(groupsApi.list, ({ db }) => selectGroups(db))]
