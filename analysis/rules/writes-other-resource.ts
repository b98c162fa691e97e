import { cutText } from '#analysis/cut-text.ts'
import { endOf, nothing, startOf, textOf } from '#analysis/flow/value.ts'
import { systemResources, wellKnownResources } from '#analysis/knowledge/names.ts'
import { defineRule, high, js, lua } from './rule.ts'

export const writesOtherResource = defineRule({
  id: 'writes-other-resource',
  on: ['writes-file', 'removes-file'],
  test: ({ named, file }) => {
    // Libraries for Node.js as well: a page has no files.
    if (file.side === 'page') return undefined
    const { resource } = named
    const path = named.path ?? nothing
    const start = `${startOf(path)}\n${endOf(path)}`
    if (resource?.refs?.includes('#own') && !resource.refs.includes('#resource')) return undefined
    const isAny = resource?.refs?.includes('#resource') === true
    const name = resource
      ? textOf(resource)
      : /(?:^|\/)resources\/(?:\[[^\]/]*\]\/)*([^/\n]+)(?:\/|$)/m.exec(start)?.[1]
    if (isAny || name === '#resource') return high('any resource of the server')
    if (name !== undefined && name !== file.resource) {
      // The folder of a resource that is the whole archive has no name yet.
      const isMaybeOwn = file.resource === '' && !wellKnownResources.has(name)
      const severity = systemResources.has(name) ? 'high' : isMaybeOwn ? 'low' : 'medium'
      return { severity, detail: cutText(name, 60) }
    }
    return /(^|[/\\])\.\.([/\\]|$)/m.test(start) ? high(cutText(start.trim(), 60)) : undefined
  },
  examples: {
    found: [
      js(`const { writeFileSync } = require('fs')
const task = {
  shouldBuild: () => true,
^ build(resource) { writeFileSync(GetResourcePath(resource) + '/server.js', text) },
}
RegisterResourceBuildTaskFactory('minify', () => task)`),
      js(`^const file = require('fs').openSync(GetResourcePath('es_extended') + '/server.txt', 'a')`),
      lua(`^os.remove(GetResourcePath(GetResourceByFindIndex(0)) .. '/fxmanifest.lua')`),
      js(`^require('fs').rmSync(GetResourcePath('garage'))`),
      js(`const path = require('path')
^require('fs').writeFileSync(path.join(GetResourcePath('chat'), 'names.json'), text)`),
      lua(`^SaveResourceFile('sessionmanager', 'server/host_lock.txt', text, -1)`),
      js(`const fs = require('fs')
^fs.writeFileSync(GetResourcePath('monitor') + '/cache.json', text)`),
      lua(`for i = 0, GetNumResources() - 1 do
^ SaveResourceFile(GetResourceByFindIndex(i), 'server.lua', text, -1)
end`),
      js(`^require('fs').rmSync(\`\${GetResourcePath(GetCurrentResourceName())}/..\`)`),
      lua(`local function clear(resource)
^ SaveResourceFile(resource, 'data.txt', ' ', 1)
end
clear(GetCurrentResourceName())
clear(GetResourceByFindIndex(3))`),
    ],
    notFound: [
      js(`const { readFileSync } = require('fs')
const task = {
  shouldBuild: () => true,
  build(resource) { print(readFileSync(GetResourcePath(resource) + '/server.js')) },
}
RegisterResourceBuildTaskFactory('minify', () => task)`),
      js(`const file = require('fs').openSync(GetResourcePath('es_extended') + '/server.txt', 'r')`),
      lua(`os.remove(GetResourcePath(GetCurrentResourceName()) .. '/cache.json')`),
      js(`require('fs').rmSync('cache.json')`),
      js(`const path = require('path')
require('fs').writeFileSync(path.join(__dirname, '..', 'names.json'), text)`),
      lua(`SaveResourceFile(GetCurrentResourceName(), 'cache.json', text, -1)`),
      js(`const fs = require('fs')
fs.writeFileSync('cache.json', text)`),
      lua(`for i = 0, GetNumResources() - 1 do
  print(LoadResourceFile(GetResourceByFindIndex(i), 'fxmanifest.lua'))
end`),
      js(`require('fs').rmSync(\`\${GetResourcePath(GetCurrentResourceName())}/cache..json\`)`),
      lua(`local function clear(resource)
  SaveResourceFile(resource, 'data.txt', ' ', 1)
end
clear(GetCurrentResourceName())`),
    ],
  },
})
