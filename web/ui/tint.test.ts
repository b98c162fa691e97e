import { expect, test } from 'vitest'

import { tintOf } from './tint.ts'

test.each(['#6fa8dc', '#FFF', '#11223344'])('%s is accepted', (color) => expect(tintOf(color)).toBe(color))

test.each([null, undefined, '', 'red', '#12', '#fff;position:fixed', 'url(https://x)', 'var(--x)'])(
  '%s becomes the default color',
  (color) => expect(tintOf(color)).toBe('#ad9c7e'),
)
