import { archives } from './file-types.ts'
import { defineRule, low } from './rule.ts'

export const nestedArchive = defineRule({
  id: 'nested-archive',
  severity: 'low',
  title: 'Contains another archive',
  why: 'The archive inside was not opened.',
  check: 'Open it yourself, and look at its files before you use them.',
  since: 1,
  on: [],
  test: () => undefined,
  onMember: ({ path }) => (archives.test(path) ? low() : undefined),
  examples: {
    found: [],
    notFound: [],
  },
})
