import { expect, test } from 'vitest'

import { createTwoClick } from './two-click.ts'

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
  function pass(ms: number) {
    now += ms
    for (const [handle, { run, dueAt }] of waiting) {
      if (dueAt > now) continue
      waiting.delete(handle)
      run()
    }
  }
  return { press: () => button.press(() => seen.push('confirmed')), disarm: button.disarm, seen, pass }
}

test('one press only arms; the second within four seconds confirms', () => {
  const { press, pass, seen } = armedButton()

  press()
  pass(3999)
  expect(seen).toEqual(['armed'])

  press()
  expect(seen).toEqual(['armed', 'disarmed', 'confirmed'])
})

test('after four seconds a press arms again instead of confirming', () => {
  const { press, pass, disarm, seen } = armedButton()

  press()
  pass(4000)
  press()
  disarm()

  expect(seen).toEqual(['armed', 'disarmed', 'armed', 'disarmed'])
})

test('a timer of an earlier arming does not disarm a later one', () => {
  const { press, pass, disarm, seen } = armedButton()

  press()
  pass(2000)
  disarm()
  press()
  pass(2000)

  expect(seen).toEqual(['armed', 'disarmed', 'armed'])
  disarm()
})

test('arming another button disarms the first', () => {
  const first = armedButton()
  const second = armedButton()

  first.press()
  second.press()
  expect(first.seen).toEqual(['armed', 'disarmed'])

  first.press()
  expect(first.seen).not.toContain('confirmed')
  expect(second.seen).toEqual(['armed', 'disarmed'])
})
