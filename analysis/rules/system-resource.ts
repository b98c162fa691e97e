import { systemResources } from '#analysis/knowledge/names.ts'
import { defineRule, low, medium } from './rule.ts'

export const systemResource = defineRule({
  id: 'system-resource',
  severity: 'medium',
  title: 'Has the name of a resource of the server itself',
  why: 'It replaces a part of the server.',
  check: 'Compare it with the original from Cfx.re.',
  since: 1,
  on: [],
  test: () => undefined,
  onResource: ({ name }, { total, isUnchanged }) => {
    if (total < 2 || !systemResources.has(name)) return undefined
    return isUnchanged ? low(`${name}, of unchanged files`) : medium(name)
  },
  examples: {
    found: [],
    notFound: [],
  },
})
