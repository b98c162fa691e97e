import { expect, test } from 'vitest'

import { createTwoClick } from './TwoClickButton.tsx'

function armedButton() {
  const seen: string[] = []
  const waiting = new Map<number, { run: () => void; dueAt: number }>()
  let now = 0
  let handles = 0
  const button = createTwoClick({
    onChange: (isArmed) => seen.push(isArmed ? 'armed' : 'disarmed'),
    waitMs: 4000,
    timer: {
      set: (run, ms) => {
        handles += 1
        waiting.set(handles, { run, dueAt: now + ms })
        return handles
      },
      clear: (handle) => void waiting.delete(Number(handle)),
    },
  })
  function advance(ms: number) {
    now += ms
    for (const [handle, { run, dueAt }] of waiting) {
      if (dueAt > now) continue
      waiting.delete(handle)
      run()
    }
  }
  return { click: () => button.click(() => seen.push('confirmed')), disarm: button.disarm, seen, advance }
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
