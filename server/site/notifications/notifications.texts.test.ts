import { expect, test } from 'vitest'

import { notificationText } from './notifications.texts.ts'

const version = { script: 'City HUD', number: '1.2.0' }
const recall = { ...version, reason: ' It opens\na backdoor. ', replacement: null }

test.each([
  [
    'version-recalled' as const,
    { ...recall, replacement: '1.2.1', downloadedOn: '2026-11-02' },
    'City HUD 1.2.0, which you downloaded on 2 Nov 2026, was withdrawn for security: It opens a backdoor. Remove it from your server and use 1.2.1 instead.',
  ],
  [
    'version-recalled' as const,
    recall,
    'City HUD 1.2.0 was withdrawn for security: It opens a backdoor. Remove it from your server.',
  ],
  [
    'version-recalled' as const,
    { ...recall, isByAuthor: true },
    'City HUD 1.2.0 was withdrawn for security by its author. Remove it from your server.',
  ],
])('a recall names the day, the reason of a moderator and the version to use: %s', (kind, data, text) => {
  expect(notificationText({ kind, data })).toBe(text)
})

test('a version that waits says why, and its position if it is known', () => {
  const data = { ...version, reason: 'every version is reviewed here', position: 3 }

  expect(notificationText({ kind: 'version-waiting', data })).toBe(
    'City HUD 1.2.0 is waiting for review: every version is reviewed here. Position in the queue: 3.',
  )
  expect(notificationText({ kind: 'version-waiting', data: { ...data, position: null } })).toBe(
    'City HUD 1.2.0 is waiting for review: every version is reviewed here.',
  )
})

test('a decision, a publication and a new finding have a sentence each', () => {
  const decided = { ...version, response: 'Remove the webhook.' }
  const texts = [
    notificationText({ kind: 'version-decided', data: { ...decided, decision: 'published' } }),
    notificationText({ kind: 'version-decided', data: { ...decided, decision: 'rejected' } }),
    notificationText({ kind: 'version-published', data: { ...version, author: 'ada', earlier: [] } }),
    notificationText({
      kind: 'finding-raised',
      data: { ...version, title: 'Runs code that it downloads', versionIds: [1] },
    }),
  ]

  expect(texts).toEqual([
    'City HUD 1.2.0 was published.',
    'City HUD 1.2.0 was not published: Remove the webhook.',
    'ada published City HUD 1.2.0.',
    'Our scanner has new rules. In City HUD 1.2.0 it found something of high severity: Runs code that it downloads.',
  ])
})

test('reports of how a version works, and their answers', () => {
  const answer = { ...version, author: 'ada', text: 'The key was wrong.' }
  const texts = [
    notificationText({ kind: 'works-reported', data: { ...version, outcome: 'fails' } }),
    notificationText({ kind: 'works-reported', data: { ...version, outcome: 'problems' } }),
    notificationText({ kind: 'works-answered', data: { ...answer, fixedIn: '1.2.1' } }),
    notificationText({ kind: 'works-answered', data: { ...answer, fixedIn: null } }),
  ]

  expect(texts).toEqual([
    'A member says that City HUD 1.2.0 does not work. You can answer the report.',
    'A member has problems with City HUD 1.2.0. You can answer the report.',
    'ada answered your report on City HUD 1.2.0: The key was wrong. Fixed in 1.2.1: does it work for you now?',
    'ada answered your report on City HUD 1.2.0: The key was wrong.',
  ])
})

test('texts that a moderator hid or restored', () => {
  const report = { text: 'works-report' as const, script: 'City HUD', role: 'moderator' as const }
  const profile = { text: 'profile' as const, script: null, role: 'administrator' as const }

  expect(notificationText({ kind: 'text-hidden', data: { ...report, reason: 'Spam.' } })).toBe(
    'A moderator hid your report on City HUD. Reason: Spam.',
  )
  const collection = { ...profile, text: 'collection' as const, collection: 'Roleplay', reason: 'Spam.' }
  expect(notificationText({ kind: 'text-hidden', data: collection })).toBe(
    'An administrator hid your collection Roleplay. Reason: Spam.',
  )
  expect(notificationText({ kind: 'text-restored', data: profile })).toBe(
    'An administrator restored the text of your profile. Everyone can see it again.',
  )
})

test('cases', () => {
  const data = { caseId: 7, title: 'Garage' }
  expect(notificationText({ kind: 'case-message', data })).toBe(
    'You have a new message in case #7 about Garage.',
  )
  expect(notificationText({ kind: 'case-decided', data: { ...data, decision: 'warned' } })).toBe(
    'Our decision in case #7 about Garage: the author was warned.',
  )
  expect(notificationText({ kind: 'case-decided', data: { ...data, decision: 'text-hidden' } })).toBe(
    'Our decision in case #7 about Garage: the text was hidden.',
  )
  expect(
    notificationText({
      kind: 'case-opened',
      data: { ...data, reason: 'backdoor', text: '' },
    }),
  ).toBe('Someone reported Garage: it contains a backdoor. You can respond.')
  expect(
    notificationText({ kind: 'case-opened', data: { ...data, title: null, reason: 'spam', text: '' } }),
  ).toBe('Someone reported your account: spam. You can respond.')
})

test('a case in an event of an earlier release has no title', () => {
  const data = { caseId: 7 }
  expect(notificationText({ kind: 'case-message', data })).toBe('You have a new message in case #7.')
  expect(notificationText({ kind: 'case-decided', data: { ...data, decision: 'warned' } })).toBe(
    'Our decision in case #7: the author was warned.',
  )
})

test.each([
  ['ban-lifted', 'your ban has been lifted'],
  ['script-public', 'Garage has been restored and is public again'],
  ['script-waiting', 'Garage has been restored and is waiting for review'],
  ['version-public', 'your version of Garage is public now'],
  ['version-waiting', 'your version of Garage has been restored and is waiting for review'],
] as const)('a granted appeal says what it changed: %s', (outcome, change) => {
  const appeal = { isGranted: true, isBan: false, title: 'Garage', outcome }
  const data = { caseId: 7, decision: 'granted' as const, appeal }

  expect(notificationText({ kind: 'case-decided', data })).toBe(`Your appeal was granted: ${change}.`)
})

test('an appeal about a hidden text does not name its writer', () => {
  const appeal = { isGranted: false, isBan: false, isText: true, title: 'ada' }
  const data = { caseId: 7, decision: 'denied' as const, appeal }
  expect(notificationText({ kind: 'case-decided', data })).toBe(
    'Your appeal about your hidden text was denied.',
  )
})

test('a takedown, and the decision after a counter-notice', () => {
  const data = { caseId: 7, number: 'DMCA-7', script: 'Garage, Shop', response: '', isFinal: false }
  expect(notificationText({ kind: 'takedown-decided', data })).toBe(
    'Taken down after notice DMCA-7: Garage, Shop. If this is a mistake, you can send a counter-notice.',
  )
  expect(notificationText({ kind: 'takedown-decided', data: { ...data, isFinal: true } })).toBe(
    'We reviewed the counter-notice to DMCA-7. Still hidden: Garage, Shop.',
  )
})
