import { batches, binaries, programs } from './file-types.ts'
import { defineRule, medium } from './rule.ts'

export const binary = defineRule({
  id: 'binary',
  onMember: ({ path }) =>
    binaries.test(path) && !programs.test(path) && !batches.test(path)
      ? medium(/\.net\.dll$/i.test(path) ? 'a script in C#' : undefined)
      : undefined,
})
