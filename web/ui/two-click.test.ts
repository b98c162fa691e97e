import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createTwoClick } from './TwoClickButton.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function armedButton() {
  const seen: string[] = []
  const button = createTwoClick((isArmed) => seen.push(isArmed ? 'armed' : 'disarmed'))
  return {
    click: () => button.click(() => seen.push('confirmed')),
    disarm: button.disarm,
    seen,
  }
}

test('the first click arms, a second confirms however long it takes', () => {
  const { click, seen } = armedButton()

  click()
  vi.advanceTimersByTime(60 * 60 * 1000)
  expect(seen).toEqual(['armed'])

  click()
  expect(seen).toEqual(['armed', 'disarmed', 'confirmed'])
})

test('a click after the button was disarmed arms it again', () => {
  const { click, disarm, seen } = armedButton()

  click()
  disarm()
  click()
  disarm()

  expect(seen).toEqual(['armed', 'disarmed', 'armed', 'disarmed'])
})

test('arming another button disarms the first', () => {
  const first = armedButton()
  const second = armedButton()

  first.click()
  second.click()
  expect(first.seen).toEqual(['armed', 'disarmed'])

  first.click()
  expect(first.seen).not.toContain('confirmed')
  expect(second.seen).toEqual(['armed', 'disarmed'])
})
