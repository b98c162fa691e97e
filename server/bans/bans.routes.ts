import { bansApi } from '#contract/bans.ts'
import { route } from '#platform/http/route.ts'

import { banUser } from './ban-user.ts'
import { readBans } from './read-bans.ts'
import { unbanUser } from './unban-user.ts'

export const banRoutes = [
  route(bansApi.read, ({ hub, actor, params }) => readBans(hub, actor, params.id)),
  route(bansApi.ban, ({ hub, actor, params, body }) => banUser(hub, actor, params.id, body)),
  route(bansApi.unban, ({ hub, actor, params }) => unbanUser(hub, actor, params.id)),
]
