import { expect, test } from 'vitest'

import { startSpeed, uploadReducer } from './upload-state.ts'
import type { UploadEvent, UploadState } from './upload-state.ts'

const started: UploadEvent = { type: 'started', phase: 'archive', totalBytes: 100, formHasArchive: true }

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
