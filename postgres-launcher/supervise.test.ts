import { chmodSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Connection } from './probe-server.ts'
import { isAlive } from './process-checks.ts'
import { superviseDatabase } from './supervise.ts'
import {
  lineOf,
  cleanUpAfterEach,
  end,
  makeFolder,
  query,
  serversOf,
  startOwner,
} from './test-support/server-folders.ts'

cleanUpAfterEach()

test('a killed server is restarted with its data at the same socket', async () => {
  const lines: string[] = []
  const database = await superviseDatabase({ folder: makeFolder(), report: (line) => lines.push(line) })
  await query(database.connection, 'create table stored_row as select 42 as content')
  const killed = database.pid()

  process.kill(killed, 'SIGKILL')

  await expect.poll(() => database.pid()).not.toBe(killed)
  expect(await queryOnceBack(database.connection, 'select content from stored_row')).toEqual([
    { content: 42 },
  ])
  expect(lines.join('\n')).toMatch(/ended \(process \d+\): exited with SIGKILL[^]*running again/)
  await database.stop()
  expect(isAlive(database.pid())).toBe(false)
})

test('an attached server is supervised too', async () => {
  const folder = makeFolder()
  const killedHub = startOwner({ does: 'supervise', folder })
  const { pid } = await lineOf(killedHub)
  await end(killedHub.child, 'SIGKILL')
  const database = await superviseDatabase({ folder, report: () => undefined })
  expect(database.pid()).toBe(pid)

  process.kill(pid, 'SIGKILL')

  expect(await queryOnceBack(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
})

test('a server that cannot be restarted is retried until it can', async () => {
  const folder = makeFolder()
  const lines: string[] = []
  const database = await superviseDatabase({ folder, delays: [50], report: (line) => lines.push(line) })
  const control = join(folder, 'pgdata', 'global', 'pg_control')

  renameSync(control, `${control}.gone`)
  process.kill(database.pid(), 'SIGKILL')
  while (lines.filter((line) => line.startsWith('The database could not be restarted')).length < 2)
    await pause(10)
  renameSync(`${control}.gone`, control)

  expect(await queryOnceBack(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
})

test('stopping while the server is down ends the retries and leaves no process', async () => {
  const folder = makeFolder()
  const lines: string[] = []
  const database = await superviseDatabase({ folder, delays: [60_000], report: (line) => lines.push(line) })
  chmodSync(join(folder, 'pgdata', 'global', 'pg_control'), 0)
  process.kill(database.pid(), 'SIGKILL')
  while (!lines.some((line) => line.startsWith('The database could not be restarted'))) await pause(10)

  await database.stop()

  expect(serversOf(folder)).toEqual([])
})

test('the end of the owner process stops the server', async () => {
  const folder = makeFolder()
  const app = startOwner({ does: 'supervise', folder })
  const { pid } = await lineOf(app)

  await end(app.child, 'SIGTERM')

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
