import { systemResources } from '#analysis/knowledge/names.ts'
import { defineRule, low, medium } from './rule.ts'

const serverMin = 3

export const systemResource = defineRule({
  id: 'system-resource',
  severity: 'medium',
  title: 'Has the name of a resource of the server itself',
  why: 'It replaces a part of the server.',
  check: 'Compare it with the original from Cfx.re.',
  since: 1,
  on: [],
  test: () => undefined,
  onResource: ({ name }, { names, isUnchanged }) => {
    if (names.length < 2 || !systemResources.has(name)) return undefined
    if (isUnchanged) return low(`${name}, of unchanged files`)
    // A pack with several of them is a server, whose own resources they are.
    const isServer = new Set(names.filter((one) => systemResources.has(one))).size >= serverMin
    return isServer ? low(`${name}, with others of the server`) : medium(name)
  },
  examples: {
    found: [],
    notFound: [],
  },
})
