import { existsSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { isInItsFile, readShown } from './shown-tests.ts'

const text = readFileSync('docs/security.md', 'utf8')
const states = ['pass', 'deviation', 'fail', 'not applicable']
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| (.*?) \| (.*?) \| ([\w ]+) \|$/gm)].map(
  ([, requirement = '', , , shownBy = '', state = '']) => ({ requirement, shownBy, state }),
)

test('every requirement of the sheet is there once and has one of four states, and what that asks for', () => {
  const wrong = rows.filter(({ shownBy, state }) => {
    if (!states.includes(state)) return true
    const needsProof = state === 'pass' || state === 'deviation'
    return needsProof !== shownBy.includes('`')
  })

  expect(new Set(rows.map(({ requirement }) => requirement)).size).toBe(rows.length)
  expect(wrong).toEqual([])
})

test('every file of the sheet is there, and every title stands in its file', () => {
  const files = rows.flatMap(({ shownBy }) =>
    [...shownBy.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  )
  const shown = rows.flatMap(({ shownBy }) => readShown(shownBy))

  expect(files.filter((file) => !existsSync(file))).toEqual([])
  expect(shown.length).toBeGreaterThan(20)
  expect(shown.filter((each) => !isInItsFile(each))).toEqual([])
})

test('the counts at the top are those of the sheet, chapters that do not apply included', () => {
  const counts = /^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/m.exec(text)?.slice(1).map(Number)
  const whole = [...text.matchAll(/^All (\d+) are not applicable/gm)].reduce(
    (sum, [, all]) => sum + Number(all),
    0,
  )
  const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length

  const [pass, deviation, fail, none] = states.map(count)
  expect(counts).toEqual([rows.length + whole, pass, deviation, fail, (none ?? 0) + whole])
})
