import { discordApi } from '#contract/accounts/discord.ts'
import { httpRoute, route } from '#platform/http/route.ts'
import { jsonResponse } from '#platform/http/send-response.ts'

import { generateCode, readStatus } from './link-account.ts'
import { receiveInteraction } from './receive-interaction.ts'

export const discordRoutes = [
  route(discordApi.generateCode, ({ app, actor, body }) => generateCode(app, actor, body)),
  route(discordApi.status, ({ app, actor, params }) => readStatus(app, actor, params.userId)),
]

/** The webhook of the chat service. It is not in the contract, because the signature covers the raw body. */
export const interactionRoutes = [
  httpRoute({
    method: 'POST',
    path: '/api/discord/interactions',
    access: 'verified-by-handler',
    limit: 'interaction',
    body: 'bytes',
    handle: async ({ app, request, body }) =>
      jsonResponse(await receiveInteraction(app, request.headers, body)),
  }),
]
