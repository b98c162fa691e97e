import { expect, test } from 'vitest'

import { nextSpeed, startSpeed } from './upload-state.ts'

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
