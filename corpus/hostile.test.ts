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
  'f24-j02',
  'f24-j05',
  'f24-l01',
  'f24-l02',
  'f24-l03',
  'f24-l07',
  'f24-l09',
  'f24-l10',
  'f24-l11',
  'f24-l19',
  'f24-l20',
  'f24-l21',
  'f24-l26',
  'f25-l13',
  'f25-l14',
  'f26-j02',
  'f26-j06',
  'f26-j08',
  'f26-l01',
  'f26-l06',
  'f26-l08',
  'f26-l13',
  'f26-l14',
  'f26-l26',
  'f26-l27',
  'f27-j09',
  'f28-j05',
  'f28-j07',
  'f28-l07',
  'f28-l19',
  'f28-l20',
  'f28-l24',
  'f28-l27',
  'f29-j08',
  'f29-l06',
  'f29-l07',
  'f29-l16',
  'f29-l22',
  'f29-l26',
  'f29-l27',
  'f30-l19',
  'f30-l21',
  'f30-l23',
  'f30-l26',
  'f31-j05',
  'f31-j08',
  'f31-j09',
  'f31-l15',
  'f31-l16',
  'f31-l22',
  'f31-l25',
  'f31-l26',
  'f32-j04',
  'f32-j05',
  'f32-j06',
  'f32-j08',
  'f32-l02',
  'f32-l03',
  'f32-l07',
  'f32-l09',
  'f32-l18',
  'f32-l21',
  'f32-l22',
  'f7-35',
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
