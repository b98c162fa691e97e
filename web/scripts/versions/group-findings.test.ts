import { expect, test } from 'vitest'

import type { ReportFinding } from '#contract/scripts/versions.ts'

import { groupFindings, placesOf } from './group-findings.ts'

function finding(rule: string, path: string, line: number, severity: 'high' | 'medium' = 'high') {
  const found: ReportFinding = {
    rule,
    severity,
    side: 'server',
    path,
    line,
    excerpt: 'load(text)()',
    detail: null,
    isInComment: false,
    fileSha256: '0'.repeat(32),
    title: `Title of ${rule}`,
    verdict: null,
    comment: null,
  }
  return found
}

test('findings are grouped by rule and file, in their order and with the worst severity', () => {
  const groups = groupFindings([
    finding('process', 'a.lua', 1),
    finding('decoder', 'a.lua', 2),
    finding('process', 'b.lua', 3),
    finding('process', 'a.lua', 9, 'medium'),
  ])

  expect(
    groups.map((group) => [
      group.rule,
      group.severity,
      placesOf(group),
      group.files.map(({ path, places }) => [path, ...places.map(({ line }) => line)]),
    ]),
  ).toEqual([
    [
      'process',
      'high',
      3,
      [
        ['a.lua', 1, 9],
        ['b.lua', 3],
      ],
    ],
    ['decoder', 'high', 1, [['a.lua', 2]]],
  ])
})
