import { systemResources } from '#analysis/knowledge/names.ts'
import { defineRule, low, medium } from './rule.ts'

const serverMin = 2

export const systemResource = defineRule({
  id: 'system-resource',
  severity: 'medium',
  title: 'Has the name of a resource of the server itself',
  why: 'It replaces a part of the server.',
  check: 'Compare it with the original from Cfx.re.',
  since: 1,
  on: [],
  test: () => undefined,
  onResource: ({ name }, { names, serverParts, isUnchanged }) => {
    if (names.length < 2 || !systemResources.has(name)) return undefined
    if (isUnchanged) return low(`${name}, of unchanged files`)
    // A pack with several unchanged ones is a server, whose own resources they are. A name alone says nothing.
    const others = serverParts.filter((one) => one !== name && systemResources.has(one))
    const isServer = new Set(others).size >= serverMin
    return isServer ? low(`${name}, with others of the server`) : medium(name)
  },
  examples: {
    found: [],
    notFound: [],
  },
})
