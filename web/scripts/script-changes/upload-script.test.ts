import { expect, test } from 'vitest'

import { archiveType, nextSpeed, startSpeed, uploadReducer } from './upload-script.ts'
import type { UploadEvent, UploadState } from './upload-script.ts'

const started: UploadEvent = {
  type: 'started',
  phase: 'archive',
  totalBytes: 100,
  formHasArchive: true,
  formHasImages: true,
}

test.each<[string, UploadEvent[], Partial<UploadState>]>([
  ['starts with the archive', [], { phase: 'archive', sentBytes: 0, formHasArchive: true }],
  [
    'sends the images alone after the archive',
    [{ type: 'archive-uploaded' }, { type: 'form-started', sentBytes: 80 }],
    { phase: 'form', sentBytes: 80, formHasArchive: false, isFallback: false },
  ],
  [
    'sends everything in the form after the archive failed while paused',
    [
      { type: 'progress', sentBytes: 60 },
      { type: 'paused', isPaused: true },
      { type: 'archive-failed' },
      { type: 'form-started', sentBytes: 0 },
    ],
    { phase: 'form', sentBytes: 0, isPaused: false, formHasArchive: true, isFallback: true },
  ],
  [
    'keeps its progress while paused',
    [
      { type: 'progress', sentBytes: 60 },
      { type: 'paused', isPaused: true },
    ],
    { sentBytes: 60, isPaused: true },
  ],
  [
    'has sent all bytes when the server processes it',
    [{ type: 'form-sent' }],
    { phase: 'processing', sentBytes: 100 },
  ],
])('an upload %s', (_, events, expected) => {
  expect(stateAfter(events)).toMatchObject(expected)
})

test('an upload that ended has no state, and a late event does not restore it', () => {
  expect(stateAfter([{ type: 'ended' }, { type: 'progress', sentBytes: 100 }])).toBeUndefined()
})

test('the speed is unknown for the first quarter of a second and after a pause', () => {
  const early = uploadReducer(stateAfter([]), { type: 'progress', sentBytes: 5, at: 200 })
  const measured = uploadReducer(early, { type: 'progress', sentBytes: 10, at: 400 })
  const paused = uploadReducer(measured, { type: 'paused', isPaused: true, at: 500 })

  expect(early?.speed.bytesPerSecond).toBeUndefined()
  expect(measured?.speed.bytesPerSecond).toBeCloseTo(25)
  expect(paused?.speed).toEqual(startSpeed(10, 500))
})

function stateAfter(events: readonly UploadEvent[]): UploadState | undefined {
  let state: UploadState | undefined
  for (const event of [started, ...events]) state = uploadReducer(state, { ...event, at: 0 })
  return state
}

test('the speed of a steady upload is its average', () => {
  let speed = startSpeed(0, 0)
  for (let ms = 300; ms <= 6000; ms += 300) speed = nextSpeed(speed, 2000 * (ms / 1000), ms)
  expect(speed.bytesPerSecond).toBeCloseTo(2000, 0)
})

test('one slow packet changes the speed little, a slow connection changes it', () => {
  let speed = startSpeed(0, 0)
  for (let ms = 300; ms <= 6000; ms += 300) speed = nextSpeed(speed, 10 * ms, ms)
  const slowed = nextSpeed(speed, speed.sentBytes, 6300)
  expect(slowed.bytesPerSecond).toBeGreaterThan(8500)
  expect(nextSpeed(slowed, slowed.sentBytes, 30_000).bytesPerSecond).toBeLessThan(100)
})

test('bytes that are sent again do not make the speed negative', () => {
  expect(nextSpeed(startSpeed(1000, 0), 0, 1000).bytesPerSecond).toBe(0)
})

test.each([
  ['garage.zip', '', 'application/zip'],
  ['garage.RAR', '', 'application/vnd.rar'],
  ['garage.7z', '', 'application/x-7z-compressed'],
  ['garage.tar.gz', '', 'application/gzip'],
  ['garage.bz2', '', 'application/x-bzip2'],
  ['garage.xz', '', 'application/x-xz'],
  ['garage.tar', '', 'application/x-tar'],
  ['garage.bin', '', 'application/octet-stream'],
  ['garage', '', 'application/octet-stream'],
  ['garage.zip', 'application/x-zip-compressed', 'application/x-zip-compressed'],
])('%s of type "%s" is %s', (name, type, expected) => expect(archiveType({ name, type })).toBe(expected))
