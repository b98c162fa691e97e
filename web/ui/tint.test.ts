import { expect, test } from 'vitest'

import { tintOf } from './tint.ts'

test.each(['#6fa8dc', '#FFF', '#11223344'])('%s passes', (color) => expect(tintOf(color)).toBe(color))

test.each([null, undefined, '', 'red', '#12', '#fff;position:fixed', 'url(https://x)', 'var(--x)'])(
  '%s becomes taupe: it would be written into a style attribute',
  (color) => expect(tintOf(color)).toBe('#ad9c7e'),
)
