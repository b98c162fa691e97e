import { expect, test } from 'vitest'

import { remainingTime } from './BanScreen.tsx'

const minute = 60_000

test.each([
  [0, '1 minute'],
  [-5, '1 minute'],
  [minute, '1 minute'],
  [minute + 1, '2 minutes'],
  [60 * minute, '1 hour'],
  [90 * minute, '1 hour 30 minutes'],
  [24 * 60 * minute, '1 day'],
  [(24 * 60 + 5) * minute, '1 day'],
  [(3 * 24 + 4) * 60 * minute + 20 * minute, '3 days 4 hours'],
])('%i milliseconds are %s', (milliseconds, text) => expect(remainingTime(milliseconds)).toBe(text))
