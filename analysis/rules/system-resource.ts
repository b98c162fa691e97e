import { systemResources } from '#analysis/knowledge/names.ts'
import { defineRule, low, medium } from './rule.ts'

const serverMin = 2

export const systemResource = defineRule({
  id: 'system-resource',
  onResource: ({ name }, { names, serverParts, isUnchanged }) => {
    if (names.length < 2 || !systemResources.has(name)) return undefined
    if (isUnchanged) return low(`${name}, of unchanged files`)
    // A pack with several unchanged ones is a server, whose own resources they are. A name alone says nothing.
    const others = serverParts.filter((one) => one !== name && systemResources.has(one))
    const isServer = new Set(others).size >= serverMin
    return isServer ? low(`${name}, with others of the server`) : medium(name)
  },
})
