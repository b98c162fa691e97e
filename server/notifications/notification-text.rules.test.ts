import { expect, test } from 'vitest'

import { notificationText } from './notification-text.rules.ts'

const version = { script: 'City HUD', number: '1.2.0' }
const recall = { ...version, reason: ' It opens\na backdoor. ', replacement: null }

test.each([
  [
    'version-recalled' as const,
    { ...recall, replacement: '1.2.1', downloadedOn: '2026-11-02' },
    'City HUD 1.2.0, which you downloaded on 2 Nov 2026, was withdrawn for security: It opens a backdoor. Take it off your server, use 1.2.1 instead.',
  ],
  [
    'version-recalled' as const,
    recall,
    'City HUD 1.2.0 was withdrawn for security: It opens a backdoor. Take it off your server.',
  ],
])('a recall names the day, the reason and the version to use: %s', (kind, data, text) => {
  expect(notificationText({ kind, data })).toBe(text)
})

test('a version that waits says why, and its position if it is known', () => {
  const data = { ...version, reason: 'every version is reviewed here', position: 3 }

  expect(notificationText({ kind: 'version-waiting', data })).toBe(
    'City HUD 1.2.0 waits for review: every version is reviewed here. Position 3.',
  )
  expect(notificationText({ kind: 'version-waiting', data: { ...data, position: null } })).toBe(
    'City HUD 1.2.0 waits for review: every version is reviewed here.',
  )
})

test('a decision, a publication and a new finding have a sentence each', () => {
  const decided = { ...version, response: 'Remove the webhook.' }
  const texts = [
    notificationText({ kind: 'version-decided', data: { ...decided, decision: 'published' } }),
    notificationText({ kind: 'version-decided', data: { ...decided, decision: 'rejected' } }),
    notificationText({ kind: 'version-published', data: { ...version, author: 'ada' } }),
    notificationText({
      kind: 'finding-raised',
      data: { ...version, title: 'Runs code that it downloads', versionIds: [1] },
    }),
  ]

  expect(texts).toEqual([
    'City HUD 1.2.0 was published.',
    'City HUD 1.2.0 was not published: Remove the webhook.',
    'ada published City HUD 1.2.0.',
    'A new rule set scanned City HUD 1.2.0 again and found something of severity high: Runs code that it downloads.',
  ])
})

test('cases', () => {
  const data = { caseId: 7 }
  expect(notificationText({ kind: 'case-message', data })).toBe('There is a new message in case #7.')
  expect(notificationText({ kind: 'case-decided', data: { ...data, decision: 'warned' } })).toBe(
    'Case #7 was decided: the author was warned.',
  )
  expect(
    notificationText({ kind: 'case-opened', data: { ...data, title: 'Garage', reason: 'backdoor' } }),
  ).toBe('Someone reported Garage: it contains a backdoor. You can respond.')
  expect(notificationText({ kind: 'case-opened', data: { ...data, title: null, reason: 'spam' } })).toBe(
    'Someone reported your account: spam. You can respond.',
  )
})

test('a takedown, and the decision after a counter-notice', () => {
  const data = { caseId: 7, number: 'DMCA-7', script: 'Garage, Shop', response: '', isFinal: false }
  expect(notificationText({ kind: 'takedown-decided', data })).toBe(
    'Taken down after notice DMCA-7: Garage, Shop. If this is a mistake, you can send a counter-notice.',
  )
  expect(notificationText({ kind: 'takedown-decided', data: { ...data, isFinal: true } })).toBe(
    'The counter-notice to DMCA-7 was decided. Still hidden: Garage, Shop.',
  )
})
