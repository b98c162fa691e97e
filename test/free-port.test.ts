import { once } from 'node:events'
import { createServer } from 'node:net'

import { expect, test } from 'vitest'

import { freePort } from '#test-support/free-port.ts'

test('a free port is none that the system gives to other programs', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort))
  const first = 32_768

  expect(ports.filter((port) => port >= first)).toEqual([])
  const server = createServer().listen(ports[0], '127.0.0.1')
  await once(server, 'listening')
  server.close()
})
