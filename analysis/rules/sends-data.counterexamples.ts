import { js, lua, type Example } from './rule.ts'

export const sendsDataCounterexamples: readonly Example[] = [
  lua(`AddEventHandler('playerConnecting', function(name, _, deferrals)
  local file = io.open('rules.txt')
  if file then deferrals.done(file:read('a')) end
end)`),
  js(`const request = require('https').request({ host: 'upload.example.org', path: '/maps', method: 'PUT' })
require('fs').createReadStream('map.ymap').pipe(request)`),
  js(
    `fetch('http://127.0.0.1:3000/state').then((answer) => answer.json()).then(show)
navigator.sendBeacon('https://a.example', 'started')`,
    'page',
  ),
  js(
    `const state = { digits: '', tone: 'accept' }
const press = (digit) => { state.digits += digit }
const enter = () => fetch(\`https://\${GetParentResourceName()}/login\`, { body: JSON.stringify({ pin: state.digits }) })
const beep = () => { new Image().src = 'https://a.example/beep.gif?' + state.tone }`,
    'page',
  ),
  js(
    `for (const input of document.querySelectorAll('#search input[type=text]'))
  input.addEventListener('change', (event) => navigator.sendBeacon('https://a.example', event.target.value))`,
    'page',
  ),
  js(
    `const peer = new RTCPeerConnection({ iceServers: [] })
for (const track of await tracksOf(song)) peer.addTrack(track)
const socket = new WebSocket('wss://a.example')`,
    'page',
  ),
  lua(`SaveResourceFile(GetCurrentResourceName(), 'html/build.json', GetConvar('locale', ''), -1)`),
  lua(`local file = io.open('build.txt', 'w')
file:write(GetConvar('locale', ''))`),
  lua(`RegisterCommand('leave', function(player) DropPlayer(player, GetConvar('locale', '')) end)`),
  lua(`local public = { hud_unit = true, hud_map = true }
local function read(name) return GetConvar(name, '') end
lib.callback.register('hud:setting', function(_, name)
  if not public[name] then return end
  return read(name)
end)`),
  lua(`RegisterNetEvent('photo', function()
  local src = source
  exports['screenshot-basic']:requestClientScreenshot(src, {}, function(_, picture)
    TriggerClientEvent('photo', src, picture)
  end)
end)
RegisterNetEvent('report', function(player)
  exports['screenshot-basic']:requestClientScreenshot(player, {}, function(_, picture)
    for _, id in ipairs(GetPlayers()) do
      if IsPlayerAceAllowed(id, 'reports') then TriggerClientEvent('report', id, picture) end
    end
  end)
end)
RegisterNetEvent('watch', function(player)
  local src = source
  if not IsPlayerAceAllowed(src, 'reports') then return end
  exports['screenshot-basic']:requestClientScreenshot(player, {}, function(_, picture)
    TriggerClientEvent('watch', src, picture)
  end)
end)`),
  lua(`SetMapName(GetConvar('locale', ''))`),
  lua(`SetHttpHandler(function(_, res) res.send(GetConvar('locale', '')) end)`),
  lua(
    `ESX.RegisterCommand('key', 'user', function(xPlayer) xPlayer.triggerEvent('key', GetConvar('locale', '')) end)`,
  ),
  lua(`print(GetConsoleBuffer())`),
  js(`require('diagnostics_channel').subscribe('undici:request:create', ({ request }) => {
  fetch('https://a.example', { method: 'POST', body: JSON.stringify(requests++) })
})`),
  js(`const socket = require('dgram').createSocket('udp4')
on('playerJoining', () => socket.send('players:+1', 8125, 'a.example'))
on('playerDropped', () => socket.send(getPlayerIdentifiers(source).join(), 8125, '127.0.0.1'))`),
  js(`require('v8').writeHeapSnapshot()`),
  lua(`RegisterNetEvent('phone:sendMessage', function(number, text)
  TriggerClientEvent('phone:message', number, text)
  PerformHttpRequest('https://a.example', print, 'POST', json.encode({ build = 3 }))
end)`),
  lua(`SetConvarServerInfo('Season', GetConvar('season', 'winter'))`),
  lua(
    `RegisterNetEvent('phone:sendMessage', function(text) TriggerClientEvent('phone:message', -1, text) end)`,
  ),
  lua(`SetConvar('build', GetConvar('sv_licenseKey', ''))`),
  lua(`lib.callback.register('setting', function(_, name) return GetConvar('shop_' .. name, '') end)`),
  lua(`QBCore.Functions.CreateCallback('mail', function(source, cb)
  MySQL.query('SELECT * FROM mails WHERE owner = ?', { source }, cb)
end)`),
  lua(`RegisterNetEvent('details', function()
  TriggerClientEvent('details', source, GetPlayerEndpoint(source))
  TriggerClientEvent('joined', -1, GetPlayerName(source))
end)`),
  js(`fetch('https://a.example', { method: 'POST', body: document.querySelector('#search').value })`, 'page'),
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
]
