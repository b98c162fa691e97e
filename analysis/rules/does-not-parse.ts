import { defineRule } from './rule.ts'

export const doesNotParse = defineRule({
  id: 'does-not-parse',
  severity: 'medium',
  title: 'Is not valid code',
  why: 'The file has syntax errors, so we could not determine what it does.',
  check: 'Does the file run at all? Ask the author for one that does.',
  since: 13,
  on: [],
  test: () => undefined,
  examples: {
    found: [],
    notFound: [],
  },
})
