import { defineRule } from './rule.ts'

export const notFullyRead = defineRule({
  id: 'not-fully-read',
  severity: 'medium',
  title: 'Was not read to its end',
  why: 'The file is too large or too complex. Parts of it were not scanned.',
  check: 'Read the file yourself, or ask the author why it is like this.',
  since: 1,
  on: [],
  test: () => undefined,
  examples: {
    found: [],
    notFound: [],
  },
})
