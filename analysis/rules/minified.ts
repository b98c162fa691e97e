import { spellingOf } from './spelling.ts'
import { defineRule, js, low, lua } from './rule.ts'

export const minified = defineRule({
  id: 'minified',
  on: ['file'],
  test: ({ file }) => {
    const { reason, longestLine, identifiers } = spellingOf(file)
    return reason === undefined && longestLine > 5000 && identifiers > 500 && file.side !== 'page'
      ? low()
      : undefined
  },
  examples: {
    found: [js('^' + 'a(b,c);'.repeat(1000)), lua('^' + 'a(b,c);'.repeat(1000))],
    notFound: [js('a(b,c)\n'.repeat(1000)), lua('a(b,c)\n'.repeat(1000))],
  },
})
