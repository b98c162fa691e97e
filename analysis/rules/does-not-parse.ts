import { defineRule } from './rule.ts'

export const doesNotParse = defineRule({
  id: 'does-not-parse',
  severity: 'medium',
  title: 'Is not valid code',
  why: 'The grammar of its language rejects the file, so what it does is not known.',
  check: 'Does the file run at all? Ask the author for one that does.',
  since: 13,
  on: [],
  test: () => undefined,
  examples: {
    found: [],
    notFound: [],
  },
})
