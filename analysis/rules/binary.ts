import { batches, binaries, programs } from './file-types.ts'
import { defineRule, medium } from './rule.ts'

export const binary = defineRule({
  id: 'binary',
  severity: 'medium',
  title: 'Contains compiled code',
  why: 'It was not scanned.',
  check: 'Ask for its source code, or compile it yourself.',
  since: 1,
  on: [],
  test: () => undefined,
  onMember: ({ path }) =>
    binaries.test(path) && !programs.test(path) && !batches.test(path)
      ? medium(/\.net\.dll$/i.test(path) ? 'a script in C#' : undefined)
      : undefined,
  examples: {
    found: [],
    notFound: [],
  },
})
