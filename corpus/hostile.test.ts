import { expect, test } from 'vitest'

import { analyseProgram, readHostile } from './hostile.ts'

/** A key that consists of digits in order is an example of one: the rule is right to skip it. docs/analysis.md names the others. */
const missed = [
  'cash-for-license',
  'f10-36-nui-chat-html',
  'f12-l20',
  'f12-l27',
  'f13-j18',
  'f13-l17',
  'f14-l18',
  'f15-l23',
  'f18-j01',
  'f18-j09',
  'f18-l03',
  'f18-l05',
  'f18-l08',
  'f18-l19',
  'f18-l25',
  'f21-j07',
  'f21-l02',
  'f21-l06',
  'f21-l15',
  'f21-l20',
  'f22-j17',
]

test('the hostile programs are found', async () => {
  const unseen: string[] = []
  for (const { id, files } of readHostile())
    if ((await analyseProgram(files)).rules.length === 0) unseen.push(id)

  expect(unseen.toSorted()).toEqual(missed)
})

test('a set is read with its programs and their files', () => {
  const programs = readHostile()

  expect(new Set(programs.map(({ set, id }) => `${set} ${id}`)).size).toBe(programs.length)
  expect(
    programs.filter(
      ({ files }) => files.size === 0 || [...files.values()].some((text) => text.trim() === ''),
    ),
  ).toEqual([])
})
