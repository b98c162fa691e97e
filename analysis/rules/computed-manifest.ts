import { cutText } from '#analysis/cut-text.ts'
import { defineRule, medium } from './rule.ts'

export const computedManifest = defineRule({
  id: 'computed-manifest',
  onResource: ({ problems }, { isParsed }) => {
    // A manifest that does not parse has a finding of its own.
    if (!isParsed) return undefined
    const computed = problems.find(({ code }) => code === 'computed')
    return computed && medium(cutText(computed.text, 120))
  },
})
