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
    advance: (ms: number) => vi.advanceTimersByTime(ms),
  }
}

test('the first click arms, a second within four seconds confirms', () => {
  const { click, advance, seen } = armedButton()

  click()
  advance(3999)
  expect(seen).toEqual(['armed'])

  click()
  expect(seen).toEqual(['armed', 'disarmed', 'confirmed'])
})

test('a click after four seconds arms again instead of confirming', () => {
  const { click, advance, disarm, seen } = armedButton()

  click()
  advance(4000)
  click()
  disarm()

  expect(seen).toEqual(['armed', 'disarmed', 'armed', 'disarmed'])
})

test('the timer of an earlier click does not disarm the button', () => {
  const { click, advance, disarm, seen } = armedButton()

  click()
  advance(2000)
  disarm()
  click()
  advance(2000)

  expect(seen).toEqual(['armed', 'disarmed', 'armed'])
  disarm()
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
