import { batches, programs } from './file-types.ts'
import { defineRule, high, low, medium } from './rule.ts'

export const programFile = defineRule({
  id: 'program-file',
  onMember: ({ path }) => {
    if (programs.test(path)) return high()
    if (!batches.test(path)) return undefined
    // npm writes them next to libraries, where an owner does not look.
    return path.includes('node_modules/') ? low() : medium()
  },
})
