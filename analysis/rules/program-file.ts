import { batches, programs } from './file-types.ts'
import { defineRule, high, low, medium } from './rule.ts'

export const programFile = defineRule({
  id: 'program-file',
  severity: 'high',
  title: 'Contains a program for your own machine',
  why: 'No script needs it, and someone may start it by accident.',
  check: 'Do not start it.',
  since: 1,
  on: [],
  test: () => undefined,
  onMember: ({ path }) => {
    if (programs.test(path)) return high()
    if (!batches.test(path)) return undefined
    // npm writes them next to libraries, where an owner does not look.
    return path.includes('node_modules/') ? low() : medium()
  },
  examples: {
    found: [],
    notFound: [],
  },
})
