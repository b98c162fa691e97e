import { tokensApi } from '#contract/scripts/tokens.ts'
import { route } from '#platform/http/route.ts'

import { createToken, listTokens, readToken, revokeLeakedToken, revokeOwnToken } from './change-tokens.ts'

export const tokenRoutes = [
  route(tokensApi.list, ({ app, actor }) => listTokens(app, actor)),
  route(tokensApi.create, ({ app, actor, body }) => createToken(app, actor, body)),
  route(tokensApi.remove, ({ app, actor, params }) => revokeOwnToken(app, actor, params.id)),
  route(tokensApi.current, ({ db, actor }) => readToken(db, actor)),
  route(tokensApi.revoke, ({ app, body }) => revokeLeakedToken(app, body.token)),
]
