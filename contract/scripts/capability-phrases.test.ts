import { expect, test } from 'vitest'

import { capabilityKinds } from '#contract/archives/analysis.ts'

import { capabilityPhrase } from './capability-phrases.ts'

test('every kind has a phrase, which names the value where there can be several', () => {
  const phrases = capabilityKinds.map((kind) => [
    capabilityPhrase({ kind, value: null, side: 'server' }),
    capabilityPhrase({ kind, value: 'bank', side: 'server' }),
  ])
  const named = phrases.flatMap(([, phrase = '']) => (phrase.includes('bank') ? [phrase] : []))

  expect(new Set(phrases.map(([phrase]) => phrase)).size).toBe(capabilityKinds.length)
  expect(phrases.flat().join('\n')).not.toMatch(/null|undefined/)
  expect(named).toEqual([
    'calls out to bank',
    'uses the table bank',
    'lets players trigger bank',
    'adds the command /bank',
    'exports bank',
    'uses the resource bank',
  ])
})

test('an event of the client is one that the server triggers', () => {
  expect(capabilityPhrase({ kind: 'events', value: 'bank:open', side: 'client' })).toBe(
    'lets the server trigger bank:open on clients',
  )
})
