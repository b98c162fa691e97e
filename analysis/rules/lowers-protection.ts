import { originsOf } from '#analysis/flow/heap.ts'
import {
  has,
  hasFreeStart,
  nothing,
  origin,
  startOf,
  textOf,
  textsOf,
  type Value,
} from '#analysis/flow/value.ts'
import { antiCheat, frameworkCores, protections } from '#analysis/knowledge/names.ts'
import { defineRule, js, lua, medium } from './rule.ts'

const setting = (name: Value, isGuarded = false) => {
  const named = origin.http | origin.web | (isGuarded ? 0 : origin.event)
  if ((originsOf(name) & named) !== 0) return medium('a setting that is named from outside')
  const text = textsOf(name).find((one) => protections.test(one))
  return text === undefined ? undefined : medium(text)
}

const starting = /^(onResourceStart(ing)?|onServerResourceStart|onResourceListRefresh)$/
const takenRight =
  /^\s*remove_(?:principal\s+identifier\.\w+:\w{4}|ace\s+group\.(?:super_?admin|admin|god|owner)\s+command\b)/
/** They choose one map of several, or one framework. */
const managers = new Set([...frameworkCores, 'mapmanager'])

export const lowersProtection = defineRule({
  id: 'lowers-protection',
  on: ['sets-setting', 'runs-command', 'stops-resource', 'locks-entities', 'act', 'sets-property'],
  test: (event, program) => {
    const { kind, named, values, file } = event
    const isOfStart = (): boolean =>
      !managers.has(file.resource) && program.serverEvents(event).some((one) => starting.test(one))
    if (kind === 'sets-property')
      return event.name === 'NODE_TLS_REJECT_UNAUTHORIZED' && event.object?.refs?.includes('process.env')
        ? medium('certificates of other hosts are not checked')
        : undefined
    if (kind === 'act')
      return event.detail === 'cancels' && isOfStart() ? medium('prevents the start of resources') : undefined
    if (kind === 'locks-entities')
      return textOf(values[1] ?? nothing) === 'inactive' ? medium('the lockdown of entities') : undefined
    if (kind === 'sets-setting') return setting(named.name ?? nothing, event.isChecked)
    let resource = named.resource ?? nothing
    if (kind === 'runs-command') {
      const [command = '', name = ''] = startOf(named.command ?? nothing)
        .trim()
        .split(/\s+/, 2)
      if (takenRight.test(startOf(named.command ?? nothing)))
        return medium('takes rights of administrators away')
      if (/^set[rs]?$/.test(command)) return setting({ origins: 0, constants: [name] })
      if (protections.test(command)) return medium(command)
      if (!/^(stop|restart)$/.test(command)) return undefined
      resource = name === '' ? { origins: named.command?.origins ?? 0 } : { origins: 0, constants: [name] }
    }
    if (has(resource, origin.event) && hasFreeStart(resource) && isOfStart())
      return medium('stops resources that start')
    const name = textsOf(resource).find((text) => text !== file.resource && antiCheat.test(text))
    if (name !== undefined) return medium(`stops ${name}`)
    const line =
      has(resource, origin.unknown) && !resource.refs?.includes('#own')
        ? program.antiCheatLine(file)
        : undefined
    return line === undefined ? undefined : medium(`names an anti-cheat in line ${line}`)
  },
  examples: {
    found: [
      js(`^process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'`),
      lua(`^ExecuteCommand('remove_ace group.admin command allow')`),
      lua(`^local function deny() CancelEvent() end
AddEventHandler('onResourceStarting', function(name)
  if name:find('scan') then deny() end
end)`),
      lua(`AddEventHandler('onResourceStart', function(name)
^ if name:find('scan') then StopResource(name) end
end)`),
      js(`on('onServerResourceStart', (name) => {
^ if (/scan/.test(name)) ExecuteCommand('stop ' + name)
})`),
      lua(`^SetConvar('rcon_password', 'secret')`),
      lua(`^SetConvar('txAdmin-checkPlayerJoin', 'false')`),
      lua(`local names = { 'anticheese', 'garage' }
for _, name in ipairs(names) do
^ StopResource(name)
end`),
      js(`^ExecuteCommand('stop my-anticheat')`),
      lua(`PerformHttpRequest('https://a.example', function(status, text)
  for name, value in text:gmatch('(%w+)=(%w+)') do
^   SetConvar(name, value)
  end
end)`),
      lua(`^SetRoutingBucketEntityLockdownMode(0, 'inactive')`),
    ],
    notFound: [
      js(`process.env.NODE_ENV = 'production'`),
      lua(`ExecuteCommand('remove_ace group.mechanic command.repair allow')`),
      lua(`AddEventHandler('chatMessage', function(name)
  if name:find('scan') then CancelEvent() end
end)
AddEventHandler('onResourceStarting', function(name) print(name) end)`),
      lua(`AddEventHandler('onResourceStart', function(name)
  if name == GetCurrentResourceName() then StopResource(GetCurrentResourceName()) end
end)`),
      js(
        `on('onServerResourceStart', (name) => { if (/scan/.test(name)) ExecuteCommand('ensure ' + name) })`,
      ),
      lua(`SetConvar('garage_limit', '5')
SetConvarReplicated('locale', 'en')`),
      lua(`if hasAntiCheat('anticheese') then StopResource(GetCurrentResourceName()) end`),
      js(`ExecuteCommand('stop my-garage')`),
      lua(`PerformHttpRequest('https://a.example', function(status, text)
  SetConvar('garage_motd', text)
end)`),
      lua(`RegisterNetEvent('admin:set', function(name, value)
  if hasPermission(source, 'settings') then SetConvar(name, value) end
end)`),
      lua(`SetRoutingBucketEntityLockdownMode(0, 'strict')`),
    ],
  },
})
