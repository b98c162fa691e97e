import { expect, test } from 'vitest'

import type { UploadState } from './upload-script.ts'
import {
  announcement,
  currentFuture,
  durationText,
  progressText,
  uploadLabel,
  versionFuture,
} from './script-changes.texts.ts'

const megabyte = 1024 ** 2
const processingLabel = 'Checking and publishing'
const state: UploadState = {
  phase: 'archive',
  totalBytes: 100 * megabyte,
  sentBytes: 30 * megabyte,
  isPaused: false,
  formHasArchive: true,
  formHasImages: true,
  isFallback: false,
  speed: { at: 0, sentBytes: 0, bytesPerSecond: 10 * megabyte },
}
const atSpeed = (bytesPerSecond: number | undefined) => ({ speed: { ...state.speed, bytesPerSecond } })

test.each([
  ['an archive', {}, 'Uploading archive'],
  ['a form after its archive', { phase: 'form', formHasArchive: false }, 'Uploading images'],
  ['a form with its archive', { phase: 'form' }, 'Uploading archive and images'],
  ['the processing', { phase: 'processing' }, processingLabel],
] as const)('the label of %s', (_, change, label) =>
  expect(uploadLabel({ ...state, ...change }, processingLabel)).toBe(label),
)

test.each([
  ['shows percent, speed and time left', {}, '30% · 10 MB/s · 7 s left'],
  ['shows no speed while paused', { isPaused: true }, '30% · paused'],
  ['shows no speed before it is measured', atSpeed(undefined), '30%'],
  ['shows no time left at zero speed', atSpeed(0), '30% · 0 B/s'],
  ['shows the size while the server processes it', { phase: 'processing' as const }, '100 MB'],
])('the progress text %s', (_, change, text) => expect(progressText({ ...state, ...change })).toBe(text))

test.each([
  ['the percentage in steps of 25', { sentBytes: 49 * megabyte }, 'Uploading archive, 25%'],
  [
    'a fallback',
    { phase: 'form', sentBytes: 0, isFallback: true },
    'Retrying through the server. Uploading archive and images, 0%',
  ],
  ['a pause', { isPaused: true }, 'Connection lost. Waiting to reconnect…'],
  ['the processing', { phase: 'processing' }, 'Uploaded, 100%. Checking and publishing'],
] as const)('screen readers announce %s', (_, change, text) =>
  expect(announcement({ ...state, ...change }, processingLabel)).toBe(text),
)

test.each([
  [0.2, '1 s'],
  [8, '8 s'],
  [59.5, '60 s'],
  [61, '2 min'],
  [3600, '1 h 0 min'],
  [3900, '1 h 5 min'],
  [90_000, 'more than a day'],
])('%d seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text))

const removal = { id: 1, reason: 'spam' as const, note: '', at: '2026-01-02T00:00:00.000Z' }
const withdrawal = { kind: 'broken' as const, reason: 'Broken.', at: removal.at, isByModerator: false }

test.each([
  [{ versionCount: 2 }, 'stays available as version 1.0'],
  [{ versionCount: 2, removal }, 'stays hidden as version 1.0'],
  [{ versionCount: 0, removal }, 'version 1.0 is not published and is replaced'],
  [{ versionCount: 0, isInReview: true as const }, 'version 1.0 is not published and is replaced'],
  [{ versionCount: 1, withdrawal, removal }, 'stays withdrawn as version 1.0'],
])('what happens to the version of the script %j: %s', (script, text) => {
  expect(currentFuture({ version: '1.0', ...script })).toBe(text)
})

test('an uploaded version of a hidden script promises no publication', () => {
  expect(versionFuture('1.1', { isHidden: false }, true)).toBe('1.1 is now the current version.')
  expect(versionFuture('1.1', { isHidden: false }, false)).toMatch(
    /^1\.1 is checked before it is published\./,
  )
  expect(versionFuture('1.1', { isHidden: true }, true)).toMatch(
    /^1\.1 is checked when a moderator restores the script\./,
  )
})
