import { expect, test } from 'vitest'

import { analyseProgram } from '#analysis/program.ts'
import { codeRules } from './all.ts'
import type { Example } from './rule.ts'

function findingsOf({
  language,
  side = 'server',
  text,
}: Example): { rule: string; line: number; severity: string }[] {
  const code = text.replaceAll(/^\^/gm, '')
  const [result] = analyseProgram([
    {
      path: `a.${language}`,
      text: code,
      language: language === 'lua' ? 'lua' : 'javascript',
      side,
      resource: 'own',
      isLoaded: true,
    },
  ])
  expect(result?.problem).toBeUndefined()
  return result?.findings ?? []
}

const cases = (kind: 'found' | 'notFound'): [id: string, text: string, example: Example][] =>
  codeRules.flatMap(({ id, examples }) =>
    (examples?.[kind] ?? []).map((example): [string, string, Example] => [id, example.text, example]),
  )

test.each(cases('found'))('%s finds %s', (id, text, example) => {
  const line = text.split('\n').findIndex((one) => one.startsWith('^')) + 1

  const found = findingsOf(example).filter(({ rule }) => rule === id)

  expect(found.map((finding) => finding.line)).toContain(line)
})

test.each(cases('notFound'))('%s does not find %s', (id, _, example) => {
  expect(findingsOf(example).map(({ rule }) => rule)).not.toContain(id)
})

test('each rule has an id of its own', () => {
  expect(new Set(codeRules.map(({ id }) => id)).size).toBe(codeRules.length)
})
