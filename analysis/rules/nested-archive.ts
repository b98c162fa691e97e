import { archives } from './file-types.ts'
import { defineRule, low } from './rule.ts'

export const nestedArchive = defineRule({
  id: 'nested-archive',
  onMember: ({ path }) => (archives.test(path) ? low() : undefined),
})
