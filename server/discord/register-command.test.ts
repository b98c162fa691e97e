import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { expect, onTestFinished, test, vi } from 'vitest'

import { registerDiscordCommand } from './register-command.ts'

// A command is a process of its own; on a busy machine it takes its time.
vi.setConfig({ testTimeout: 120_000 })

type Seen = {
  method: string | undefined
  url: string | undefined
  authorization: string | undefined
  body: unknown
}

/** A stand-in for the service's HTTP API that answers everything alike and remembers what it was asked. */
async function chatApi(status: number, answer: string) {
  const seen: Seen[] = []
  const note = async ({ method, url, headers }: IncomingMessage, body: string) =>
    seen.push({ method, url, authorization: headers.authorization, body: JSON.parse(body) })
  const server = createServer(async (request, response) => {
    await note(request, await text(request))
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { seen, apiUrl: `http://127.0.0.1:${port}/api/v10` }
}

function hubCommand(environment: Record<string, string>) {
  const program = join(import.meta.dirname, '..', 'hub.ts')
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [program, 'register-discord-command'],
      { env: { PATH: process.env.PATH ?? '', ...environment } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

const application = {
  applicationId: '803511102246780001',
  botToken: 'MTk4.Cl2FMQ.secret',
  publicKey: undefined,
}

test('the command registers /verify with the bot token of the application', async () => {
  const { seen, apiUrl } = await chatApi(200, '[]')

  const done = await hubCommand({
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
    'Discord refused the command with 401: 401: Unauthorized',
  ],
  [502, '<html>Bad gateway', 'Discord refused the command with 502: <html>Bad gateway'],
])('a refusal with %i is told in words, without the token', async (status, answer, message) => {
  const { apiUrl } = await chatApi(status, answer)

  await expect(registerDiscordCommand({ ...application, apiUrl })).rejects.toThrow(message)
})

test('an address that does not answer is named', async () => {
  const refused = registerDiscordCommand({ ...application, apiUrl: 'http://127.0.0.1:9/api' })

  await expect(refused).rejects.toThrow('127.0.0.1:9 did not answer')
})

test('without an application nothing is sent', async () => {
  const { seen, apiUrl } = await chatApi(200, '[]')

  const refused = registerDiscordCommand({ ...application, botToken: undefined, apiUrl })

  await expect(refused).rejects.toThrow('Set DISCORD_APPLICATION_ID and DISCORD_BOT_TOKEN first')
  expect(seen).toEqual([])
})
