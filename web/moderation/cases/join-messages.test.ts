import { expect, test } from 'vitest'

import { joinMessages } from './CaseThread.tsx'

function page(from: number, to: number, hasEarlierMessages: boolean) {
  const messages = Array.from({ length: to - from + 1 }, (_, index) => ({
    id: from + index,
    from: 'staff' as const,
    name: null,
    audience: 'staff' as const,
    recipient: null,
    text: 'Hello.',
    at: '2026-11-25T12:00:00Z',
  }))
  return { messages, hasEarlierMessages }
}

test('new messages follow those that were loaded before', () => {
  const latest = page(22, 41, true)

  expect(joinMessages(undefined, latest)).toBe(latest)
  expect(joinMessages(page(1, 40, false), latest)).toEqual(page(1, 41, false))
})

test('after more new messages than one page the thread starts with the latest page', () => {
  const latest = page(62, 81, true)

  expect(joinMessages(page(1, 40, false), latest)).toBe(latest)
})
