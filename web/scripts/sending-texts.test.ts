import { expect, test } from 'vitest'

import type { Sending } from './send-script.ts'
import { sendingLabel, sendingSpoken, sendingValue } from './sending-texts.ts'

const megabyte = 1024 ** 2
const finishing = 'Checking and publishing'
const sending: Sending = {
  stage: 'archive',
  sent: 30 * megabyte,
  total: 100 * megabyte,
  isPaused: false,
  isRetrying: false,
  isArchiveInForm: true,
}
const at = (percent: number) => sendingSpoken({ ...sending, sent: percent * megabyte }, finishing)
const pace = { at: 0, sent: 0, bytesPerSecond: 10 * megabyte }

test.each([
  ['a direct upload', {}, 'Uploading archive'],
  ['the form after it', { stage: 'form', isArchiveInForm: false }, 'Uploading images'],
  ['a form with its archive', { stage: 'form' }, 'Uploading archive and images'],
  ['the end', { stage: 'checking' }, finishing],
] as const)('%s says what it does', (_, change, label) =>
  expect(sendingLabel({ ...sending, ...change }, finishing)).toBe(label),
)

test('beside the bar stand percent, speed and time left', () => {
  expect(sendingValue(sending, pace)).toBe('30% · 10 MB/s · 7 s left')
})

test('a pause has no speed', () => {
  expect(sendingValue({ ...sending, isPaused: true }, pace)).toBe('30% · paused')
})

test('between two quarters nothing new is said', () => {
  expect(at(0)).toBe('Uploading archive, 0%')
  expect(at(26)).toBe(at(49))
  expect(at(50)).toBe('Uploading archive, 50%')
})

test('the other way is said before it is gone', () => {
  expect(sendingSpoken({ ...sending, stage: 'form', sent: 0, isRetrying: true }, finishing)).toBe(
    'Retrying through the server. Uploading archive and images, 0%',
  )
})

test('the end of the upload says 100% and what follows', () => {
  expect(sendingSpoken({ ...sending, stage: 'checking' }, finishing)).toBe(
    'Uploaded, 100%. Checking and publishing',
  )
})
