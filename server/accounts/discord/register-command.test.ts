import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

import { expect, onTestFinished, test } from 'vitest'

import { runCli } from '#test-support/cli.ts'

import { registerDiscordCommand } from './verify-command.ts'

type Seen = {
  method: string | undefined
  url: string | undefined
  authorization: string | undefined
  body: unknown
}

/** An HTTP server in place of the Discord API that records requests and sends the same response to all. */
async function startChatApi(status: number, replyBody: string) {
  const seen: Seen[] = []
  const record = async ({ method, url, headers }: IncomingMessage, body: string) =>
    seen.push({ method, url, authorization: headers.authorization, body: JSON.parse(body) })
  const server = createServer(async (request, response) => {
    await record(request, await text(request))
    response.writeHead(status, { 'content-type': 'application/json' }).end(replyBody)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { seen, apiUrl: `http://127.0.0.1:${port}/api/v10` }
}

const application = {
  applicationId: '803511102246780001',
  botToken: 'MTk4.Cl2FMQ.secret',
  publicKey: undefined,
}

test('the command registers /verify with the bot token of the application', async () => {
  const { seen, apiUrl } = await startChatApi(200, '[]')

  const done = await runCli(['register-discord-command'], {
    DISCORD_APPLICATION_ID: application.applicationId,
    DISCORD_BOT_TOKEN: application.botToken,
    DISCORD_API_URL: `${apiUrl}/`,
  })

  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('/verify'), stderr: '' })
  expect(seen).toEqual([
    {
      method: 'PUT',
      url: '/api/v10/applications/803511102246780001/commands',
      authorization: 'Bot MTk4.Cl2FMQ.secret',
      body: [
        expect.objectContaining({
          name: 'verify',
          type: 1,
          options: [expect.objectContaining({ name: 'code', type: 3, required: true })],
        }),
      ],
    },
  ])
})

test.each([
  [
    401,
    '{"message":"401: Unauthorized","code":0}',
    'Discord rejected the command with 401: 401: Unauthorized',
  ],
  [502, '<html>Bad gateway', 'Discord rejected the command with 502: <html>Bad gateway'],
])('an error with status %i is reported without the token', async (status, replyBody, message) => {
  const { apiUrl } = await startChatApi(status, replyBody)

  await expect(registerDiscordCommand({ ...application, apiUrl })).rejects.toThrow(message)
})

test('a host that does not respond is named', async () => {
  const rejected = registerDiscordCommand({ ...application, apiUrl: 'http://127.0.0.1:9/api' })

  await expect(rejected).rejects.toThrow('127.0.0.1:9 did not respond')
})

test('without a configured application no request is sent', async () => {
  const { seen, apiUrl } = await startChatApi(200, '[]')

  const rejected = registerDiscordCommand({ ...application, botToken: undefined, apiUrl })

  await expect(rejected).rejects.toThrow('Set DISCORD_APPLICATION_ID and DISCORD_BOT_TOKEN first')
  expect(seen).toEqual([])
})
