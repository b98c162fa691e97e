import { cutText } from '#analysis/cut-text.ts'
import { defineRule, medium } from './rule.ts'

export const computedManifest = defineRule({
  id: 'computed-manifest',
  severity: 'medium',
  title: 'Has a manifest that is computed by code',
  why: 'We could not determine which files run, so all scripts count as server scripts.',
  check: 'Read the manifest.',
  since: 1,
  on: [],
  test: () => undefined,
  onResource: ({ problems }, { isParsed }) => {
    // A manifest that does not parse has a finding of its own.
    if (!isParsed) return undefined
    const computed = problems.find(({ code }) => code === 'computed')
    return computed && medium(cutText(computed.text, 120))
  },
  examples: {
    found: [],
    notFound: [],
  },
})
