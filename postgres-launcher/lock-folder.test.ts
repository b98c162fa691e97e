import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDataFolder } from './lock-folder.ts'
import {
  lineOf,
  cleanUpAfterEach,
  end,
  killLater,
  makeFolder,
  startOwner,
} from './test-support/server-folders.ts'

cleanUpAfterEach()

test('a second instance on the same folder is rejected with the pid of the holder', async () => {
  const folder = makeFolder()
  const { pid } = await lineOf(startOwner({ does: 'lock', folder }))

  await expect(lockDataFolder(folder)).rejects.toThrow(
    `Another instance (process ${pid}) is already running on this data folder: ${folder}.`,
  )
})

test('a second lock in the same process is rejected', async () => {
  const folder = makeFolder()
  const lock = await lockDataFolder(folder)

  await expect(lockDataFolder(folder)).rejects.toThrow(
    `Another instance (process ${process.pid}) is already running`,
  )
  lock.release()
})

test('of four concurrent instances one gets the folder, three get its pid', async () => {
  const folder = makeFolder()
  const hubs = Array.from({ length: 4 }, () => startOwner({ does: 'lock', folder }))

  const lines = await Promise.all(hubs.map((app) => app.next(() => true)))

  const winners = lines.flatMap((line) => ('pid' in line ? [line.pid] : []))
  const errors = lines.flatMap((line) => ('error' in line ? [line.error] : []))
  expect(winners).toHaveLength(1)
  expect(errors).toHaveLength(3)
  for (const error of errors)
    expect(error).toContain(`Another instance (process ${winners[0]}) is already running`)
})

test('the lock of a killed instance does not block, also when its pid is reused', async () => {
  const folder = makeFolder()
  const killed = startOwner({ does: 'lock', folder })
  await lineOf(killed)
  await end(killed.child, 'SIGKILL')
  const stranger = killLater(spawn('sleep', ['60']))
  writeFileSync(join(folder, 'hub.pid'), `${stranger.pid}\n`)

  const lock = await lockDataFolder(folder)

  lock.release()
  expect(existsSync(join(folder, 'hub.pid'))).toBe(false)
})

test('a released folder can be locked at once', async () => {
  const folder = makeFolder()
  const first = await lockDataFolder(folder)
  first.release()

  const second = await lockDataFolder(folder)

  expect(existsSync(join(folder, 'hub.pid'))).toBe(true)
  second.release()
})

test('an unusable folder is reported with the reason', async () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')

  await expect(lockDataFolder(join(file, 'data'))).rejects.toThrow(
    /^The data folder .*\/file\/data cannot be used: /,
  )
})
