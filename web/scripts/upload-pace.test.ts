import { expect, test } from 'vitest'

import { fileSizeText } from '#web/ui/file-size.ts'

import { durationText, nextPace, paceText, spokenPercent, startPace } from './upload-pace.ts'

const megabyte = 1024 ** 2

test('before a quarter of a second nothing is known', () => {
  const pace = nextPace(startPace(0, 1000), 5 * megabyte, 1200)
  expect(pace.bytesPerSecond).toBeUndefined()
  expect(paceText(pace, megabyte, fileSizeText)).toBe('')
})

test('a steady stream is told as it is', () => {
  let pace = startPace(0, 0)
  for (let ms = 300; ms <= 6000; ms += 300) pace = nextPace(pace, 2 * megabyte * (ms / 1000), ms)
  expect(pace.bytesPerSecond).toBeCloseTo(2 * megabyte, 0)
  expect(paceText(pace, 20 * megabyte, fileSizeText)).toBe('2.0 MB/s · 10 s left')
})

test('one slow packet barely moves it, a slow connection does', () => {
  let pace = startPace(0, 0)
  for (let ms = 300; ms <= 6000; ms += 300) pace = nextPace(pace, 10 * ms, ms)
  const slowed = nextPace(pace, pace.sent, 6300)
  expect(slowed.bytesPerSecond).toBeGreaterThan(8500)
  expect(nextPace(slowed, slowed.sent, 30_000).bytesPerSecond).toBeLessThan(100)
})

test('a pace that has come to a halt promises no end', () => {
  expect(paceText({ at: 0, sent: 0, bytesPerSecond: 0 }, megabyte, fileSizeText)).toBe('0 B/s')
})

test('bytes that are counted again are no pace below zero', () => {
  const pace = nextPace(startPace(megabyte, 0), 0, 1000)
  expect(pace.bytesPerSecond).toBe(0)
})

test.each([
  [0.2, '1 s'],
  [8, '8 s'],
  [59.5, '60 s'],
  [61, '2 min'],
  [3600, '1 h 0 min'],
  [3900, '1 h 5 min'],
  [90_000, 'more than a day'],
])('%d seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text))

test.each([
  [0, 0],
  [24.9, 0],
  [25, 25],
  [74, 50],
  [99.9, 75],
  [100, 100],
])('at %d percent, %d is said', (percent, spoken) => expect(spokenPercent(percent)).toBe(spoken))
