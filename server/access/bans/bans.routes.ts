import { bansApi } from '#contract/access/bans.ts'
import { route } from '#platform/http/route.ts'

import { banUser, changeBan, readBans, unbanUser } from './change-bans.ts'

export const banRoutes = [
  route(bansApi.read, ({ app, actor, params }) => readBans(app, actor, params.id)),
  route(bansApi.ban, ({ app, actor, params, body }) => banUser(app, actor, params.id, body)),
  route(bansApi.change, ({ app, actor, params, body }) => changeBan(app, actor, params.id, body)),
  route(bansApi.unban, ({ app, actor, params }) => unbanUser(app, actor, params.id)),
]
