import { has, nothing, origin, startOf, textsOf } from '#analysis/flow/value.ts'
import { frameworkCores } from '#analysis/knowledge/names.ts'
import { blocks } from './loops.ts'
import { defineRule, js, low, lua, medium } from './rule.ts'

const cores = new Set([...frameworkCores, 'oxmysql'])

export const stopsServer = defineRule({
  id: 'stops-server',
  on: ['stops-server', 'runs-command', 'stops-resource', 'loop'],
  test: ({ kind, name, named, loop, file }) => {
    if (kind === 'loop') return loop && blocks(loop) ? medium('a loop that stops all other code') : undefined
    // Pages have no process: libraries for both only name it.
    if (kind === 'stops-server') return file.side === 'page' ? low(name) : medium(name)
    const command = startOf(named.command ?? nothing)
    const stopped = [/^\s*stop\s+(\S+)/.exec(command)?.[1] ?? '', ...textsOf(named.resource ?? nothing)]
    const core = cores.has(file.resource) ? undefined : stopped.find((text) => cores.has(text))
    if (core !== undefined) return medium(`stops ${core}`)
    if (kind === 'runs-command') return /^\s*quit\b/.test(command) ? medium('quit') : undefined
    const resource = named.resource ?? nothing
    return resource.refs?.includes('#resource') && has(resource, origin.unknown)
      ? medium('stops any resource of the server')
      : undefined
  },
  examples: {
    found: [
      lua(`^StopResource('es_extended')`),
      lua(`^ExecuteCommand('stop oxmysql')`),
      lua(`local n = 0
^while true do n = n + 1 end`),
      lua(`if isLate then
^ while true do end
end`),
      js(`^for (;;) {}`),
      lua(`for i = 0, GetNumResources() - 1 do
^ StopResource(GetResourceByFindIndex(i))
end`),
      lua(`^os.exit()`),
      js(`^process.exit()`),
      js(`^if (typeof process === 'object') process.exit(1)`, 'page'),
      js(`^ExecuteCommand('quit')`),
      lua(`^while os.clock() < stop do end`),
    ],
    notFound: [
      lua(`StopResource('banking')`),
      lua(`ExecuteCommand('ensure oxmysql')`),
      lua(`local n = 0
while true do n = n + 1 if n > 9 then break end end`),
      lua(`while true do Wait(0) end`),
      js(`do { if (isDone()) break } while (true);`),
      lua(`StopResource(GetCurrentResourceName())`),
      lua(`os.date()`),
      js(`ExecuteCommand('status')`),
      lua(`while self:run() do end
while true do Wait(0) end`),
    ],
  },
})
