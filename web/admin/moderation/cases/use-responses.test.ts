import { expect, test } from 'vitest'

import { findingsToAccept } from './decisions.ts'
import { fillPlace, placeOf } from './use-responses.ts'

const verdict = { verdict: 'accepted', note: 'Known.', at: '2026-11-20T12:00:00Z' } as const
const finding = (path: string, severity: 'high' | 'medium' | 'low', isAccepted = false) => ({
  rule: 'runs-code',
  path,
  line: 7,
  fileSha256: path.padEnd(32, '0'),
  severity,
  verdict: isAccepted ? verdict : null,
})

test('a ready response names the place of the worst finding that is not accepted', () => {
  const place = placeOf([finding('a.lua', 'low'), finding('b.lua', 'high', true), finding('c.lua', 'medium')])

  expect(fillPlace('See {place}. In {place}, …', place)).toBe('See c.lua:7. In c.lua:7, …')
  expect(fillPlace('See {place}.', placeOf([]))).toBe('See [file and line].')
})

test('each file and rule of severity high is accepted once', () => {
  const findings = [
    finding('a.lua', 'high'),
    finding('a.lua', 'high'),
    finding('b.lua', 'high', true),
    finding('c.lua', 'medium'),
  ]

  expect(findingsToAccept(findings)).toEqual([{ rule: 'runs-code', fileSha256: 'a.lua'.padEnd(32, '0') }])
})
