import { chmodSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Connection } from './ask-server.ts'
import { isAlive } from './process-checks.ts'
import { superviseDatabase } from './supervise.ts'
import {
  answerOf,
  cleanUpAfterEach,
  end,
  makeFolder,
  query,
  serversOf,
  startOwner,
} from './testing/server-folders.ts'

cleanUpAfterEach()

test('a server that is killed under the hub comes back with its data, at the same address', async () => {
  const lines: string[] = []
  const database = await superviseDatabase({ folder: makeFolder(), report: (line) => lines.push(line) })
  await query(database.connection, 'create table kept as select 42 as answer')
  const killed = database.pid()

  process.kill(killed, 'SIGKILL')

  expect(await queryOnceBack(database.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(database.pid()).not.toBe(killed)
  expect(lines.join('\n')).toMatch(/gone \(process \d+\): it ended with SIGKILL[^]*runs again/)
  await database.stop()
  expect(isAlive(database.pid())).toBe(false)
})

test('a server adopted from a killed hub is watched just the same', async () => {
  const folder = makeFolder()
  const killedHub = startOwner({ does: 'supervise', folder })
  const { pid } = await answerOf(killedHub)
  await end(killedHub.child, 'SIGKILL')
  const database = await superviseDatabase({ folder, report: () => undefined })
  expect(database.pid()).toBe(pid)

  process.kill(pid, 'SIGKILL')

  expect(await queryOnceBack(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
})

test('a server that cannot start again is tried until it can', async () => {
  const folder = makeFolder()
  const lines: string[] = []
  const database = await superviseDatabase({ folder, waits: [50], report: (line) => lines.push(line) })
  const control = join(folder, 'pgdata', 'global', 'pg_control')

  renameSync(control, `${control}.gone`)
  process.kill(database.pid(), 'SIGKILL')
  while (lines.filter((line) => line.startsWith('The database did not start again')).length < 2)
    await pause(10)
  renameSync(`${control}.gone`, control)

  expect(await queryOnceBack(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
})

test('stopping while the server is down ends the attempts and leaves no process', async () => {
  const folder = makeFolder()
  const lines: string[] = []
  const database = await superviseDatabase({ folder, waits: [60_000], report: (line) => lines.push(line) })
  chmodSync(join(folder, 'pgdata', 'global', 'pg_control'), 0)
  process.kill(database.pid(), 'SIGKILL')
  while (!lines.some((line) => line.startsWith('The database did not start again'))) await pause(10)

  await database.stop()

  expect(serversOf(folder)).toEqual([])
})

test('the hub’s own end takes the server with it', async () => {
  const folder = makeFolder()
  const hub = startOwner({ does: 'supervise', folder })
  const { pid } = await answerOf(hub)

  await end(hub.child, 'SIGTERM')

  expect(isAlive(pid)).toBe(false)
  expect(serversOf(folder)).toEqual([])
})

async function queryOnceBack(connection: Connection, text: string): Promise<object[]> {
  for (;;) {
    try {
      return await query(connection, text)
    } catch {
      await pause(20)
    }
  }
}
