import { expect, test } from 'vitest'

import { timeLeftText } from './DiscordPanel.tsx'

test.each([
  [900_000, '15:00'],
  [899_001, '15:00'],
  [899_000, '14:59'],
  [60_000, '1:00'],
  [59_999, '1:00'],
  [9000, '0:09'],
  [1, '0:01'],
  [0, '0:00'],
  [-500, '0:00'],
])('%i milliseconds are %s', (milliseconds, text) => expect(timeLeftText(milliseconds)).toBe(text))
