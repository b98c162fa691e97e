import { expect, test } from 'vitest'

import { analyseProgram, readHostile } from './hostile.ts'

/** A key that consists of digits in order is an example of one: the rule is right to skip it. */
const missed = ['cash-for-license']

test('the hostile programs are found', async () => {
  const unseen: string[] = []
  for (const { id, files } of readHostile())
    if ((await analyseProgram(files)).rules.length === 0) unseen.push(id)

  expect(unseen).toEqual(missed)
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
