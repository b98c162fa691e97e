import { js, lua, type Rule } from './rule.ts'

export const runsTextFromOutsideExamples: NonNullable<Rule['examples']> = {
  found: [
    lua(`local codec = { number = tonumber }
^codec.code = setmetatable({}, { __call = function(_, text) return load(text)() end })
RegisterNetEvent('layout', function(kind, text)
  pcall(codec[kind], text)
end)`),
    lua(`RegisterNetEvent('run', function(text)
  if text == '' then text = 'print(1)' end
^ load(text)()
end)`),
    js(`onNet('run', (text = '', ...others) => {
  if (others.length > 3) others = []
  if (!text) text = 'print(1)'
^ eval(text || others[0])
})`),
    lua(`PerformHttpRequest('https://a.example/index', function(_, body) Index = json.decode(body) end)
setmetatable(_G, {
  __index = function(globals, name)
^   return rawget(globals, Index.entry)(Index.text)
  end
})`),
    js(`const proto = Reflect.getPrototypeOf(function* () {})
const [, maker] = Reflect.ownKeys(proto)
^onNet('save', (text) => Reflect.construct(proto[maker], ['move', text])(move))`),
    js(`const run = new Proxy(ExecuteCommand, { apply: (target, self, list) => Reflect.apply(target, self, list) })
^onNet('run', (text) => run(text))`),
    lua(`^RegisterNetEvent('order', ExecuteCommand)`),
    lua(`local queue = {}
RegisterNetEvent('order', function(text) queue[#queue + 1] = text end)
CreateThread(function()
^ while true do Wait(9) ExecuteCommand(table.remove(queue)) end
end)`),
    lua(`string.draw = load
^RegisterNetEvent('draw', function(text) text:draw()() end)`),
    lua(`getmetatable('').__index = function() return load end
^RegisterNetEvent('draw', function(text) text.run(text)() end)`),
    lua(`RegisterNetEvent('caption', function(points)
^ for line in _ENV[('leopard'):gsub('[epr]', '')], utf8.char(table.unpack(points)) do line() end
end)`),
    js(`^onNet('list', (texts) => Array.from(texts, eval))`),
    js(`^onNet('later', (text) => setImmediate(ExecuteCommand, text))`),
    js(`^class Page { show(text) { this.constructor.run(text) } }
class Own extends Page { static get run() { return eval } }
onNet('show', (text) => new Own().show(text))`),
    js(`const box = new WeakRef({ run: eval })
^onNet('show', (text) => box.deref().run(text))`),
    lua(`local sessions = {}
exports('begin', function(player, onWin) sessions[player] = { onWin = onWin } end)
RegisterNetEvent('game:start', function(options) sessions[source] = { onWin = options.onWin } end)
RegisterNetEvent('game:finish', function()
^ TriggerEvent(sessions[source].onWin, source)
end)`),
    js(`const ESX = exports.es_extended.getSharedObject()
onNet('avatar', (address) => {
  const { identifier } = ESX.GetPlayerFromId(source)
  if (!/^https:/.test(address)) return
^ exports.oxmysql.update(\`UPDATE users SET avatar = '\${address}' WHERE identifier = '\${identifier}'\`)
})`),
    lua(`local ESX = exports.es_extended:getSharedObject()
RegisterNetEvent('rename', function(name)
  local id = ESX.GetPlayerFromId(source).identifier
^ MySQL.update("UPDATE users SET name = '" .. name .. "' WHERE identifier = '" .. id .. "'")
end)`),
    js(`^require('inspector').open(9229, '0.0.0.0')`),
    js(`require('net').createServer((socket) => {
^ socket.on('data', (text) => ExecuteCommand(String(text)))
}).listen(30199)`),
    lua(`RegisterNetEvent('hud', function(text)
^ Citizen.InvokeNative(joaat('EXECUTE_COMMAND'), text)
end)`),
    lua(`getmetatable('').__call = function(text)
^ load(text)()
end
RegisterNetEvent('label', function(label) label() end)`),
    js(`const run = async () => 1
onNet('report', (text) => {
^ Reflect.construct(Reflect.get(Reflect.getPrototypeOf(run), 'constructor'), [text])
})`),
    js(`const outfit = (text) => JSON.parse(text, (key, value) => {
^ if (key === 'texture') exports.oxmysql.query(value)
})
onNet('save', outfit)`),
    js(`const news = {
  async *[Symbol.asyncIterator]() { yield* (await (await fetch('https://a.example')).json()).lines },
}
const run = async () => {
^ for await (const line of news) ExecuteCommand(line)
}`),
    js(`const { Session } = require('node:inspector')
const session = new Session()
session.connect()
onNet('a', (expression) => {
^  session.post('Runtime.evaluate', { expression })
})`),
    lua(`RegisterNetEvent('helper')
AddEventHandler('helper', function(id)
^ load(id)()
end)`),
    js(`onNet('helper', (text) => {
^ new Function(text)()
})`),
    js(`^exports('run', eval)`),
    js(`const text = GetConvar('boot', '')
^if (text) (0, eval)(text)`),
    lua(`local run <const> = load
RegisterNetEvent('a', function(text)
^ run(text)()
end)`),
    lua(`RegisterNetEvent('relay', function(name, ...)
^ TriggerEvent(name, ...)
end)`),
    lua(`RegisterNetEvent('plate', function(name, target)
^ TriggerClientEvent(name, target or source)
end)`),
    lua(`SetHttpHandler(function(req)
  local command = req.path:gsub('%%(%x%x)', function(hex) return string.char(tonumber(hex, 16)) end)
^ ExecuteCommand(command)
end)`),
    lua(`RegisterNetEvent('sync', function(query)
^ MySQL.query(query)
end)`),
    lua(`local function find(name) return 1, name end
local function pass(...) return find(...) end
RegisterNetEvent('find', function(name)
  local count, query = pass(name)
^ MySQL.query(query)
end)`),
    lua(`RegisterNetEvent('call', function(resource, name, ...)
^ exports[resource][name](nil, ...)
end)`),
    lua(`RegisterNetEvent('search', function(where)
^ MySQL.query('SELECT * FROM players WHERE ' .. where)
end)`),
    js(`const api = Object.create(globalThis)
onNet('batch', (name, value) => {
^ api[name](value)
})`),
    lua(
      `local words = {}
for word in GetOnscreenKeyboardResult():gmatch('[^,]+') do words[#words + 1] = word end
^TriggerServerEvent(table.unpack(words))`,
      'client',
    ),
    lua(
      `RegisterNetEvent('notify', function(step)
^ Citizen.InvokeNative(tonumber(step[1], 16), step[2])
end)`,
      'client',
    ),
    lua(`local panel = {}
Tunnel.bindInterface('panel', panel)
local vRP = Proxy.getInterface('vRP')
function panel.find(query)
^ vRP._prepare('panel/find', query)
end`),
  ],
  notFound: [
    lua(`RegisterNetEvent('run', function(text)
  text = 'print(1)'
  load(text)()
end)`),
    lua(`PerformHttpRequest('https://a.example/index', function(_, body) Index = json.decode(body) end)
setmetatable(_G, {
  __index = function(globals, name)
    error(('%s is not defined, see %s'):format(name, Index.help))
  end
})`),
    js(`const values = { move }
const [, maker] = Reflect.ownKeys(values)
onNet('save', (text) => values[maker]?.('move', text))`),
    js(`const draw = new Proxy(console.log, { get: (target, name) => target[name] })
onNet('draw', (text) => draw(text))`),
    lua(`string.draw = print
RegisterNetEvent('draw', function(text) text:draw() end)`),
    lua(`RegisterNetEvent('caption', function(points)
  for letter in ('leopard'):gmatch('[epr]') do print(letter, utf8.char(table.unpack(points))) end
end)`),
    js(`onNet('list', (texts) => Array.from(texts, String))`),
    js(`onNet('later', (text) => setImmediate(console.log, text))`),
    js(`class Page { show(text) { this.constructor.run(text) } }
class Own extends Page { static get run() { return console.log } }
onNet('show', (text) => new Own().show(text))`),
    lua(`local sessions = {}
local games = { wires = { onWin = 'wires:won' } }
exports('begin', function(player, onWin) sessions[player] = { onWin = onWin } end)
RegisterNetEvent('game:start', function(kind) sessions[source] = { onWin = games[kind].onWin, kind = kind } end)
RegisterNetEvent('game:finish', function()
  TriggerEvent(sessions[source].onWin, source, sessions[source].kind)
end)`),
    lua(`local ESX = exports.es_extended:getSharedObject()
RegisterNetEvent('duty', function(target, name)
  local id = ESX.GetPlayerFromId(target).identifier
  MySQL.update("UPDATE users SET name = ? WHERE identifier = '" .. id .. "'", { name })
end)`),
    js(`require('inspector').url()`),
    lua(`getmetatable('').__call = function(text)
  print(text)
end
RegisterNetEvent('label', function(label) label() end)`),
    js(`const run = async () => 1
onNet('report', (text) => {
  Reflect.construct(Reflect.get(Reflect.getPrototypeOf(run), 'name'), [text])
})`),
    js(`const outfit = (text) => JSON.parse(text, (key, value) => {
  if (key === 'texture') exports.oxmysql.query('SELECT 1 FROM textures WHERE name = ?', [value])
})
onNet('save', outfit)`),
    js(`const news = {
  async *[Symbol.asyncIterator]() { yield* ['refresh'] },
}
const run = async () => {
  for await (const line of news) ExecuteCommand(line)
}`),
    lua(`RegisterNetEvent('helper')
AddEventHandler('helper', function(id)
  jobs[id].run()
end)`),
    js(`onNet('helper', (text) => { console.log(text) })`),
    js(`exports('run', console.log)`),
    lua(`local run <const> = print
RegisterNetEvent('a', function(text) run(text) end)`),
    lua(`RegisterNetEvent('relay', function(name, ...)
  TriggerEvent('garage:' .. name, ...)
end)`),
    lua(`RegisterNetEvent('plate', function(name, plate)
  local player = source
  TriggerClientEvent(name, player, plate)
end)`),
    lua(`RegisterNetEvent('join', function(name)
  MySQL.prepare.await('SELECT id FROM garages WHERE name = ?', { name })
end)`),
    lua(`RegisterNetEvent('sync', function(name)
  MySQL.query('SELECT id FROM garages WHERE name = ?', { name })
end)`),
    lua(`local function find(name) return 'SELECT id FROM garages WHERE name = ?', { name } end
RegisterNetEvent('find', function(name)
  local query, values = find(name)
  MySQL.query(query, values)
end)`),
    lua(`RegisterNetEvent('call', function(...)
  exports['garage']:open(...)
end)`),
    lua(`local kinds = { a = 'cars' }
RegisterNetEvent('search', function(kind)
  MySQL.query('SELECT * FROM ' .. kinds[kind])
end)`),
    js(`const api = Object.create(null)
onNet('batch', (name, value) => {
  api[name](value)
})`),
    lua(`TriggerServerEvent('chat:say', GetOnscreenKeyboardResult())`, 'client'),
    lua(
      `RegisterNetEvent('notify', function(step)
  Citizen.InvokeNative(0x1234, step[2])
end)`,
      'client',
    ),
    lua(`local panel = {}
Tunnel.bindInterface('panel', panel)
local vRP = Proxy.getInterface('vRP')
function panel.find(name)
  vRP._prepare('panel/find', 'SELECT 1')
end`),
  ],
}
