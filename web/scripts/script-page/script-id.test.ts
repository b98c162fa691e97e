import { expect, test } from 'vitest'

import { parseScriptId } from './script-id.ts'

test.each([
  ['12', 12],
  ['2147483647', 2_147_483_647],
  ['2147483648', undefined],
  ['0', undefined],
  ['007', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['12abc', undefined],
  ['', undefined],
])('the path segment "%s" is parsed as %s', (text, id) => expect(parseScriptId(text)).toBe(id))
