import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockFolder } from './lock-folder.ts'
import {
  answerOf,
  cleanUpAfterEach,
  end,
  killLater,
  makeFolder,
  startOwner,
} from './testing/server-folders.ts'

cleanUpAfterEach()

test('a second hub on the same folder is refused with the process that has it', async () => {
  const folder = makeFolder()
  const { pid } = await answerOf(startOwner({ does: 'lock', folder }))

  await expect(lockFolder(folder)).rejects.toThrow(
    `Another hub (process ${pid}) is already running on this data folder: ${folder}.`,
  )
})

test('a second lock in the same process is refused too', async () => {
  const folder = makeFolder()
  const lock = await lockFolder(folder)

  await expect(lockFolder(folder)).rejects.toThrow(`Another hub (process ${process.pid}) is already running`)
  lock.release()
})

test('four hubs at once: one gets the folder, three are told who', async () => {
  const folder = makeFolder()
  const hubs = Array.from({ length: 4 }, () => startOwner({ does: 'lock', folder }))

  const answers = await Promise.all(hubs.map((hub) => hub.next(() => true)))

  const winners = answers.flatMap((answer) => ('pid' in answer ? [answer.pid] : []))
  const refusals = answers.flatMap((answer) => ('refused' in answer ? [answer.refused] : []))
  expect(winners).toHaveLength(1)
  expect(refusals).toHaveLength(3)
  for (const refusal of refusals)
    expect(refusal).toContain(`Another hub (process ${winners[0]}) is already running`)
})

test('the lock of a killed hub does not block, even if its number is taken by another program', async () => {
  const folder = makeFolder()
  const killed = startOwner({ does: 'lock', folder })
  await answerOf(killed)
  await end(killed.child, 'SIGKILL')
  const stranger = killLater(spawn('sleep', ['60']))
  writeFileSync(join(folder, 'hub.pid'), `${stranger.pid}\n`)

  const lock = await lockFolder(folder)

  lock.release()
  expect(existsSync(join(folder, 'hub.pid'))).toBe(false)
})

test('a released folder is free at once', async () => {
  const folder = makeFolder()
  const first = await lockFolder(folder)
  first.release()

  const second = await lockFolder(folder)

  expect(existsSync(join(folder, 'hub.pid'))).toBe(true)
  second.release()
})

test('a folder that cannot be used is named with the reason', async () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')

  await expect(lockFolder(join(file, 'data'))).rejects.toThrow(
    /^The data folder .*\/file\/data cannot be used: /,
  )
})
