import { expect, test } from 'vitest'

import { countsText } from './works.texts.ts'

test.each([
  [{ works: 0, problems: 0, fails: 0 }, 'No member has reported on this version yet.'],
  [{ works: 1, problems: 0, fails: 0 }, 'It works for 1 member.'],
  [{ works: 0, problems: 0, fails: 1200 }, 'It does not work for 1,200 members.'],
  [
    { works: 12, problems: 2, fails: 1 },
    'It works for 12 members, works with problems for 2 members and does not work for 1 member.',
  ],
])('%o', (counts, text) => {
  expect(countsText(counts)).toBe(text)
})
