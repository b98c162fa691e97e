import { expect, test } from 'vitest'

import { detailText } from './finding-detail.ts'

const advice =
  '. Do not open this URL: its owner sees that you looked, and it may send your server something else.'

test.each([
  ['hidden-text', 'escapes: https://evil.example/p', 'Decoded (escapes)', 'https://evil.example/p', advice],
  ['hidden-text', 'exclusive or: os.execute', 'Decoded (exclusive or)', 'os.execute', ''],
  ['hidden-text', 'https://evil.example/p', 'Found', 'https://evil.example/p', advice],
  ['hidden-text', 'invisible characters', 'Found', 'invisible characters', ''],
  ['runs-downloaded-code', 'a: b, run by load', 'Found', 'a: b, run by load', ''],
])('the detail "%s: %s" is read as %s: %s', (rule, detail, label, text, expected) => {
  expect(detailText(rule, detail)).toEqual({ label, detail: text, advice: expected })
})
