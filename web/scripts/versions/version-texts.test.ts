import { expect, test } from 'vitest'

import type { VersionChange } from '#contract/scripts/versions.ts'

import { capabilityLines, filesText } from './change-texts.ts'
import { choiceText, severityStatus, unpublishedTitle, withdrawalHead } from './version-texts.ts'
import { nextStep, withdrawnTitle } from './withdrawal-texts.ts'

test.each([
  [{ added: 1, removed: 0, changed: 4 }, '4 files changed, 1 new'],
  [{ added: 2, removed: 1, changed: 0 }, '2 new files, 1 removed'],
  [{ added: 0, removed: 1, changed: 0 }, '1 file removed'],
  [{ added: 1, removed: 2, changed: 1 }, '1 file changed, 1 new, 2 removed'],
  [{ added: 0, removed: 0, changed: 0 }, 'No file changed'],
])('the files %o of a change are: %s', (files, text) => {
  expect(filesText(files)).toBe(text)
})

test.each([
  ['broken', '2.0 · withdrawn'],
  ['rejected', '2.0 · not published'],
] as const)('a version that is %s is offered as "%s"', (kind, text) => {
  const at = '2026-01-02T00:00:00.000Z'
  const withdrawal = { kind, reason: 'It does not start.', at, isByModerator: true }
  const version = { number: '2.0', isCurrent: false, createdAt: at, publishedAt: null }

  expect(choiceText({ ...version, state: 'withdrawn', withdrawal })).toBe(text)
})

const removal = { id: 1, reason: 'spam' as const, note: '', at: '2026-01-02T00:00:00.000Z' }

test.each([
  ['scanning', {}, '2.0 is being scanned before it is published'],
  ['scanning', { removal }, '2.0 is checked when a moderator restores the script'],
  ['waiting', {}, '2.0 is waiting for review'],
  ['waiting', { removal }, '2.0 is waiting for review'],
] as const)('the title of a version that is %s, of the script %j: %s', (state, script, title) => {
  expect(unpublishedTitle({ number: '2.0', state }, script)).toBe(title)
})

test.each([
  ['broken', {}, '2.0 was withdrawn, so the script is hidden'],
  ['broken', { removal }, '2.0 was withdrawn'],
  ['rejected', {}, 'A moderator did not publish 2.0'],
] as const)('the title of a script whose version is %s, with %j: %s', (kind, script, title) => {
  expect(withdrawnTitle({ version: '2.0', ...script }, { kind })).toBe(title)
})

test.each([
  ['broken', false, 'Upload a new version, or restore this one.'],
  ['broken', true, 'Upload a new version.'],
  ['rejected', true, 'Upload a new version.'],
  ['security', false, 'Upload a new version.'],
] as const)('the next step after a version is %s, by a moderator %j: %s', (kind, isByModerator, text) => {
  expect(nextStep({ kind, isByModerator })).toBe(text)
})

function capability(
  kind: VersionChange['added'][number]['kind'],
  value: string | null = null,
  side: 'server' | 'client' = 'server',
) {
  return { kind, side, value }
}

test('what is new is listed before what is gone, each phrase once', () => {
  const lines = capabilityLines({
    added: [
      capability('calls-out', 'api.example.com'),
      capability('database', 'users'),
      capability('database', 'users', 'client'),
    ],
    removed: [capability('runs-programs')],
  })

  expect(lines).toEqual([
    { isNew: true, text: 'calls out to api.example.com' },
    { isNew: true, text: 'uses the table users' },
    { isNew: false, text: 'runs programs' },
  ])
})

test.each([
  ['done', 'high', 'danger', 'Something to check first'],
  ['done', 'none', 'idle', 'No known suspicious patterns'],
  ['failed', null, 'warn', 'Could not be read'],
  ['running', null, 'info', 'Scanning the archive now'],
  ['waiting', null, 'info', 'Waiting for the scan'],
] as const)('the status of an archive that is %s with severity %s', (analysis, severity, tone, text) => {
  expect(severityStatus({ analysis, severity })).toEqual({ tone, text })
})

test.each([
  ['broken', '1.0.0 was withdrawn. It does not work.'],
  ['other', '1.0.0 was withdrawn:'],
] as const)('a withdrawal as %s begins with: %s', (kind, text) => {
  expect(withdrawalHead('1.0.0 was withdrawn', kind)).toBe(text)
})
