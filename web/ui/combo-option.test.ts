import { expect, test } from 'vitest'

import { matchingOptions, stepIndex } from './combo-option.ts'

test.each([
  ['down from nowhere', -1, 1, 3, 0],
  ['up from nowhere', -1, -1, 3, 2],
  ['down from the last', 2, 1, 3, 0],
  ['up from the first', 0, -1, 3, 2],
  ['nothing to step through', 0, 1, 0, -1],
] as const)('%s', (_, active, step, count, expected) => expect(stepIndex(active, step, count)).toBe(expected))

test('an option is found by its name and by its note, in any case', () => {
  const options = [
    { id: '1', label: 'Kestrel', note: 'bird@example.org' },
    { id: '2', label: 'Odessa' },
  ]
  expect(matchingOptions(options, ' ODE')).toEqual([options[1]])
  expect(matchingOptions(options, 'bird')).toEqual([options[0]])
  expect(matchingOptions(options, ' ')).toEqual(options)
})
