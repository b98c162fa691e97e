import { systemResources } from '#analysis/knowledge/names.ts'
import { defineRule, medium } from './rule.ts'

export const systemResource = defineRule({
  id: 'system-resource',
  severity: 'medium',
  title: 'Has the name of a resource of the server itself',
  why: 'It replaces a part of the server.',
  check: 'Compare it with the original from Cfx.re.',
  since: 1,
  on: [],
  test: () => undefined,
  onResource: ({ name }, { total }) => (total > 1 && systemResources.has(name) ? medium(name) : undefined),
  examples: {
    found: [],
    notFound: [],
  },
})
