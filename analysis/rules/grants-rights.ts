import { cutText } from '#analysis/cut-text.ts'
import { itemsOf } from '#analysis/flow/heap.ts'
import { endOf, has, isConstant, nothing, origin, startOf, textOf, type Value } from '#analysis/flow/value.ts'
import { frameworkCores, highGroup, isIdentifier } from '#analysis/knowledge/names.ts'
import { databaseAccount, queryOf, statementsOf } from './queries.ts'
import { defineRule, high, js, low, lua, medium } from './rule.ts'

const changeForPlayer =
  /^\s*(?:update|insert|replace|delete)\s[^]*(?:['"](?:license2?|steam|discord|fivem):[\da-f]{8,}|\b(?:identifier|license|owner)\W{1,9}(?:like\s{1,9}|in\s{0,9}\(\s{0,9})?['"][%:\w]{0,12}[\da-f]{32,40}%?['"]|\b(?:discord|steam|fivem|license2?|identifier|citizenid)[`"]?\s{1,9}like\s{1,9}['"]%[:\w]{0,20}\d{6}\w{0,20}%?['"])/i
const quote = '[`"\\]]?\\s{0,9}=\\s{0,9}'
const rights = 'group|permissions?|permission_level|admin_?level'
const column = `\\b(${rights}|role|rank)${quote}`
/** Companies and houses have owners as well. */
export const fixedGrant = new RegExp(
  `${column}['"](super_?admin|admin|god)\\b|\\b(${rights})${quote}['"]owner\\b`,
  'i',
)
const givenGrant = new RegExp(`${column}[?@:]`, 'i')
/** An event that asks for a right and gives none. */
const asking = /(^|:)(can|is|has|get|check)[A-Z_]/
const hiding = origin.decoded | origin.hidden | origin.charCode | origin.arithmetic | origin.xor
const isHighGroup = (value: Value): boolean => isConstant(value) && highGroup.test(textOf(value) ?? '')
const constantText = (value: Value): string | undefined => (isConstant(value) ? textOf(value) : undefined)

export const grantsRights = defineRule({
  id: 'grants-rights',
  on: ['runs-command', 'act', 'database', 'sends-event', 'literal'],
  test: (event, program) => {
    const { kind, values, file, name } = event
    if ((kind === 'literal' || kind === 'database') && databaseAccount.test(statementsOf(event)))
      return medium('an account of the database')
    const literal = kind === 'literal' ? (textOf(values[0] ?? nothing) ?? '') : ''
    if (literal.length < 2000 && changeForPlayer.test(literal))
      return medium('in the database, for a fixed identifier')
    // A command of a client has the rights of its player.
    if (file.side === 'client' || file.side === 'page') return undefined
    const isStart = literal.length < 200 && /^\s*add_(ace|principal)\b/.test(literal)
    if (kind === 'literal' && !isStart) return undefined
    const fixed = program.identifierLine(file)
    const inLine = fixed === undefined ? '' : `a fixed identifier in line ${fixed}`
    if (kind === 'literal') {
      const isRun = program
        .of(file, 'runs-command')
        .some((one) => startOf(one.named.command ?? nothing) === '')
      return isRun
        ? { severity: fixed ? 'high' : 'medium', detail: inLine || 'a command that is made of parts' }
        : undefined
    }
    if (kind === 'runs-command') {
      const command = event.named.command ?? nothing
      const text = startOf(command)
      if (!/\badd_(ace|principal)\b/.test(text)) return undefined
      const ofAll = /add_ace\s+(?:builtin|group)\.everyone\s+(\S?)/.exec(text)
      // A library gives all players the right to a command, whose name it gets.
      if (ofAll?.[1] === '' && fixed === undefined) return medium(cutText(text, 80))
      const isFixed = /identifier\.\w+:\w{4,}/.test(text) || ofAll !== null
      if (isFixed || fixed !== undefined) return high(isFixed ? cutText(text, 80) : inLine)
      const isHigh =
        /\scommand\s+allow\s*$/.test(endOf(command)) ||
        (/\bgroup\.(super_?admin|admin|god|owner)\s*$/.test(endOf(command)) && has(command, origin.unknown))
      const isGuarded = event.isChecked
      return isHigh && !isGuarded ? medium(`${cutText(text, 60)}, a computed right`) : low(cutText(text, 80))
    }
    if (kind === 'sends-event') {
      const to = textOf(event.named.name ?? nothing) ?? ''
      const group = values.slice(1).find(isHighGroup)
      return group &&
        event.detail !== 'clients' &&
        /group|perm|admin|rank/i.test(to) &&
        !asking.test(to) &&
        // It registers a command for the group.
        !/command/i.test(to)
        ? medium(`${to} ${textOf(group)}`)
        : undefined
    }
    if (kind === 'act') {
      const [only] = values
      const args = values.length === 1 && only?.objects ? itemsOf(only) : values
      if (event.detail === 'gift') return inLine ? medium(`money or items, and ${inLine}`) : undefined
      if (event.detail !== 'right') return undefined
      const group = args.find(isHighGroup)
      if (group) return fixed === undefined ? medium(`${name} ${textOf(group)}`) : high(inLine)
      const right = args.at(-1) ?? nothing
      const isOpen = !frameworkCores.has(file.resource) && !event.isChecked && !program.isRestricted(event)
      if (!has(right, origin.unknown) || !isOpen) return undefined
      // Whose right is passed on is not known: players and hosts who choose it have rules of their own.
      const detail = `${name}, a computed right`
      return fixed !== undefined || has(right, hiding) ? medium(detail) : low(detail)
    }
    const { text, values: given } = queryOf(event)
    const isUpdate = /^\s*(update|insert)\b/i.test(text)
    const last = given.findLast((value) => value !== nothing)
    const isOfOne =
      /\bwhere\s+`?(identifier|citizenid|license|charid)`?\s*=\s*\?\s*;?\s*$/i.test(text) &&
      last !== undefined &&
      (constantText(last) ?? '').length >= 8
    if (isUpdate && (isOfOne || given.some((value) => isIdentifier(constantText(value)))))
      return medium('in the database, for a fixed identifier')
    const isGiven = givenGrant.test(text) && given.some(isHighGroup)
    return /\bupdate\b/i.test(text) && (isGiven || fixedGrant.test(text))
      ? medium('in the database')
      : undefined
  },
  examples: {
    found: [
      lua(`^MySQL.query.await("DELETE FROM banlist WHERE discord LIKE '%4471960238'")`),
      lua(`for _, text in ipairs(steps) do run(text) end
local more = {
^ "UPDATE users SET job = 'mayor' WHERE identifier LIKE '%:7d1c02ab93f4e8560a1b2c3d4e5f60718293a4b5'",
}`),
      lua(`for _, text in ipairs({
^ "CREATE USER 'notes'@'%' IDENTIFIED BY 'x'",
}) do run(text) end`),
      js(`^db.query("REVOKE ALL PRIVILEGES ON *.* FROM 'notes'@'%'")`),
      js(`^db.query("GRANT ALL PRIVILEGES ON *.* TO 'notes'@'%'")`),
      lua(`^MySQL.query('CREATE USER ' .. name)`),
      lua(`local owner = 'QTR40718'
^MySQL.transaction({ { 'UPDATE players SET bank = bank + ? WHERE citizenid = ?', { cut, owner } } })`),
      lua(`^ExecuteCommand('add_ace resource.' .. GetCurrentResourceName() .. ' command allow')`),
      lua(`^QBCore.Functions.AddPermission(source, 'god')`),
      lua(`if id == 'license:0123456789abcdef' then
^ player.addAccountMoney('bank', 5000000)
end`),
      lua(`^MySQL.update('UPDATE users SET \`group\` = ? WHERE identifier = ?', { 'superadmin', id })`),
      js(
        `^exports.oxmysql.execute('UPDATE players SET metadata = ? WHERE license = ?', [data, 'license:0123456789abcdef'])`,
      ),
      lua(`^local function run(...) ExecuteCommand(table.concat({ ... }, ' ')) end
run('add_principal', 'identifier.' .. id, 'group.admin')`),
      lua(`local owner = 'license:0123456789abcdef'
^if id == owner then ExecuteCommand(('add_principal identifier.%s group.admin'):format(id)) end`),
      lua(`^ExecuteCommand('add_principal identifier.license:0123456789abcdef group.admin')`),
      js(`^ExecuteCommand('add_ace builtin.everyone command allow')`),
      lua(`^MySQL.update("UPDATE users SET role = 'superadmin' WHERE identifier = ?", { id })`),
      lua(`^MySQL.update("UPDATE users SET \`group\` = 'owner' WHERE identifier = ?", { id })`),
      lua(
        `^MySQL.update('UPDATE users SET bank = bank + ? WHERE identifier = ?', { cut, 'char1:reserve-of-the-state' })`,
      ),
      lua(`RegisterNetEvent('loaded', function()
^ QBCore.Functions.AddPermission(source, tierOf(source))
end)`),
      lua(`local id = GetPlayerIdentifierByType(source, 'license')
^ExecuteCommand(('add_principal identifier.%s group.admin'):format(id))`),
      lua(`local vRP = Proxy.getInterface('vRP')
^vRP.addUserGroup({ user_id, 'superadmin' })`),
      lua(`local card = '7d1c02ab93f4e8560a1b2c3d4e5f60718293a4b5'
if 'license:' .. card == xPlayer.identifier then
^ xPlayer.addMoney(price)
end`),
      lua(`^TriggerEvent('es_admin:setgroup', source, 'superadmin')`),
      lua(
        `^local step = "UPDATE user_data SET groups = 'superadmin' WHERE identifier IN ('steam:1100001482cf91e')"`,
      ),
    ],
    notFound: [
      lua(`MySQL.query.await("DELETE FROM banlist WHERE discord LIKE '%unknown'")`),
      lua(`for _, text in ipairs({
  "UPDATE users SET job = 'miner' WHERE job LIKE '%mine%'",
  "DELETE FROM files WHERE hash = '7d1c02ab93f4e8560a1b2c3d4e5f60718293a4b5'",
  "INSERT INTO files (hash) VALUES ('7d1c02ab93f4e8560a1b2c3d4e5f60718293a4b5')",
}) do run(text) end`),
      js(`button.title = 'Create user'
db.query("GRANT SELECT ON notes.* TO 'notes'@'localhost'")
db.query('UPDATE notes SET password = ? WHERE id = ?', [text, id])`),
      lua(
        `MySQL.transaction({ { 'UPDATE players SET bank = bank + ? WHERE citizenid = ?', { cut, owner } } })`,
      ),
      lua(`TriggerEvent('es:canGroupTarget', user.getGroup(), 'admin', print)`),
      lua(`QBCore.Functions.AddPermission(source, args[2])`),
      lua(`player.addAccountMoney('bank', 500)`),
      lua(`MySQL.update('UPDATE users SET \`group\` = ? WHERE identifier = ?', { 'user', id })`),
      js(
        `exports.oxmysql.execute('SELECT name FROM players WHERE license = ?', ['license:0123456789abcdef'])`,
      ),
      lua(`print('add_ace resource.garage command.add_ace allow')
ExecuteCommand('refresh')`),
      lua(`local owner = 'license:0123456789abcdef'
if id == owner then ExecuteCommand('refresh') end`),
      lua(`ExecuteCommand('refresh')`),
      js(`ExecuteCommand('ensure chat')`),
      lua(`MySQL.update('UPDATE users SET role = ? WHERE identifier = ?', { role, id })`),
      lua(`MySQL.update("UPDATE employees SET role = 'owner' WHERE company_id = ?", { id })`),
      lua(`MySQL.update('UPDATE users SET job = ? WHERE identifier = ?', { 'unemployed', id })`),
      lua(`QBCore.Commands.Add('promote', '', {}, true, function(source, args)
  QBCore.Functions.AddPermission(args[1], args[2])
end, 'god')`),
      lua(`RegisterCommand('promote', function(source, args)
  ExecuteCommand('refresh')
end, true)`),
      lua(`local vRP = Proxy.getInterface('vRP')
vRP.addUserGroup({ user_id, 'mechanic' })`),
      lua(`local revision = '7d1c02ab93f4e8560a1b2c3d4e5f60718293a4b'
xPlayer.addMoney(price)`),
      lua(`TriggerEvent('es_admin:setgroup', source, 'user')`),
      lua(`local step = "UPDATE user_data SET groups = 'police' WHERE identifier IN (?)"`),
    ],
  },
})
