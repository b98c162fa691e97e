import { cutText } from '#analysis/cut-text.ts'
import { endOf, nothing, startOf, textOf } from '#analysis/flow/value.ts'
import { defineRule, high, js, lua, medium } from './rule.ts'

const secret = /X-TxAdmin-Token|txAdmin-luaComToken|txAdminToken|txAdmin-luaComHost/i
/** Its web server on the own machine. */
const host = /^https?:\/\/[\w.-]{1,60}:40120\b/
const path = /^\S{0,200}txData[/\\]|[/\\]txData$|[/\\](admins|playersDB)\.json$|^all_permissions$/i

export const txadmin = defineRule({
  id: 'txadmin',
  isLowerOnClient: true,
  on: ['literal', 'reads-file', 'writes-file', 'removes-file'],
  test: ({ kind, values, named }) => {
    if (kind !== 'literal') {
      const text = `${startOf(named.path ?? nothing)}\n${endOf(named.path ?? nothing)}`
      return /txData|admins\.json|playersDB\.json/.test(text) ? high(cutText(text.trim(), 60)) : undefined
    }
    const text = textOf(values[0] ?? nothing) ?? ''
    if (text.length < 2000 && secret.test(text)) return high()
    return path.test(text) || host.test(text) ? medium() : undefined
  },
  examples: {
    found: [
      lua(`^local file = root .. '/admins.json'`),
      lua(`^local account = { name = 'system', permissions = { 'all_permissions' } }`),
      lua(`^local file = io.open(root .. '/data/' .. 'playersDB.json', 'w')`),
      lua(`^PerformHttpRequest('http://127.0.0.1:40120/fxserver/commands', print, 'POST', 'action=restart')`),
      lua(`^local token = GetConvar('txAdmin-luaComToken', '')`),
      js(`^const headers = { 'X-TxAdmin-Token': token }`),
      js(`^require('fs').readFileSync('txData/admins.json')`),
    ],
    notFound: [
      lua(`local file = root .. '/staff.json'
local account = { permissions = { 'all' } }`),
      lua(`PerformHttpRequest('http://127.0.0.1:30120/info.json', print)`),
      lua(`AddEventHandler('txAdmin:events:announcement', announce)`),
      js(`on('txAdmin:events:playerKicked', log)`),
      js(`show('Store it in txData/locale.json.')`),
    ],
  },
})
