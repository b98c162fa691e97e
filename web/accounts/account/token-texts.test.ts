import { expect, test } from 'vitest'

import { scriptsText } from './tokens.data.ts'

const [one, two] = [
  { id: 1, name: 'Garage' },
  { id: 2, name: 'Bank' },
]

test.each([
  [null, 'All your scripts'],
  [[], 'No scripts left'],
  [[one], 'Garage'],
  [[one, two], 'Garage and 1 more'],
])('the scripts %j are “%s”', (scripts, text) => expect(scriptsText(scripts)).toBe(text))
