import { discordApi } from '#contract/discord.ts'
import { route, type RawRoute } from '#platform/http/route.ts'

import { generateCode } from './generate-code.ts'
import { readStatus } from './read-status.ts'
import { receiveInteraction } from './receive-interaction.ts'

export const discordRoutes = [
  route(discordApi.generateCode, ({ hub, actor, body }) => generateCode(hub, actor, body)),
  route(discordApi.status, ({ hub, actor, params }) => readStatus(hub, actor, params.userId)),
]

/** Where the chat service sends what people type. The signature is over the raw bytes, so it is no call of the contract. */
export const interactionRoutes: readonly RawRoute[] = [
  {
    method: 'POST',
    path: '/api/discord/interactions',
    handle: async (hub, request, response, { client }) => {
      const answer = await receiveInteraction(hub, client, request)
      response.setHeader('cache-control', 'no-store')
      response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(answer))
    },
  },
]
