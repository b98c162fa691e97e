import { batches, programs } from './file-types.ts'
import { defineRule, high, medium } from './rule.ts'

export const programFile = defineRule({
  id: 'program-file',
  severity: 'high',
  title: 'Contains a program for your own machine',
  why: 'No script needs it, and someone may start it by accident.',
  check: 'Do not start it.',
  since: 1,
  on: [],
  test: () => undefined,
  onMember: ({ path }) => (programs.test(path) ? high() : batches.test(path) ? medium() : undefined),
  examples: {
    found: [],
    notFound: [],
  },
})
