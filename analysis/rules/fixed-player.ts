import { cutText } from '#analysis/cut-text.ts'
import type { Event } from '#analysis/flow/events.ts'
import { has, isConstant, nothing, numberOf, origin, textOf, textsOf } from '#analysis/flow/value.ts'
import type { Program } from '#analysis/program.ts'
import { isExample, isIdentifier, isPartOfIdentifier, ofAnyPlayer } from '#analysis/knowledge/names.ts'
import { paidOwners } from './queries.ts'
import { defineRule, js, low, lua, medium } from './rule.ts'

const isHash = /^-?\d{6,10}$/
/** A part of a checksum, in hexadecimal digits. */
const digest = /^(?=.*\d)(?=.*[a-f])[\da-f]{10,64}$/
/** The framework makes it for one server: in a published script that gives nothing it is an example. */
const citizenId = /^[A-Z]{3}\d{5}$/

const gives = ({ file }: Event, program: Program): boolean =>
  file.side === 'server' && program.of(file, 'act').some(({ detail }) => detail === 'gift')

const transferring = /transfer|pay|(send|give|add)_?\w*(money|cash)/i

/** The account or character of the code that gets money. */
function accountOf(event: Event): string | undefined {
  const { kind, detail, values, named } = event
  const isTransfer =
    kind === 'act' ? detail === 'gift' : transferring.test(textOf(named.name ?? nothing) ?? '')
  const accounts = kind === 'database' ? paidOwners(event) : isTransfer ? values : []
  return accounts
    .flatMap(({ constants = [] }) => constants)
    .filter((one) => (kind === 'database' ? Number(one) > 99 : typeof one === 'string'))
    .map(String)
    .find((text) => kind === 'database' || (/\d{6}/.test(text) && !isExample(text)))
}

export const fixedPlayer = defineRule({
  id: 'fixed-player',
  on: ['compares', 'reads-key', 'finds-player', 'act', 'database', 'sends-to-server'],
  test: (event, program) => {
    const { kind, values, object, file, name } = event
    if (file.side === 'page' || name === 'if') return undefined
    const player = (text: string) => {
      const isExampleOf = citizenId.test(text) && !gives(event, program)
      return (isExampleOf ? low : medium)(cutText(text, 60))
    }
    if (kind === 'act' || kind === 'database' || kind === 'sends-to-server') {
      const account = accountOf(event)
      return account === undefined ? undefined : medium(`money for ${cutText(account, 60)}`)
    }
    if (kind === 'finds-player') {
      const text = values.flatMap(textsOf).find((one) => isPartOfIdentifier(one) && !isExample(one))
      const isPaid = program.of(file, 'act').some(({ fn, detail }) => fn === event.fn && detail === 'gift')
      return text === undefined ? undefined : isPaid ? medium(`money or items for ${text}`) : player(text)
    }
    if (kind === 'reads-key') {
      const [key = nothing] = values
      if (!object?.objects || !has(key, origin.identity | origin.playerHash)) return undefined
      const known = object.objects
        .flatMap((one) => [
          // Keys that are only asked for have no value.
          ...[...one.fields].slice(0, 64).flatMap(([field, cell]) => (cell.value === nothing ? [] : [field])),
          ...[...one.items()].slice(0, 64).flatMap((cell) => textOf(cell.value) ?? []),
        ])
        .find((text) => isIdentifier(text) || isHash.test(text) || digest.test(text))
      return known === undefined ? undefined : player(known)
    }
    const [left = nothing, right = nothing] = values
    for (const [value, other] of [
      [left, right],
      [right, left],
    ] as const) {
      if (has(value, origin.identity) && !has(other, origin.identity)) {
        const isPart = (one: string): boolean =>
          isConstant(other) &&
          // Texts that a player writes may be compared with anything.
          !has(value, origin.event) &&
          numberOf(other) === undefined &&
          isPartOfIdentifier(one) &&
          !ofAnyPlayer.test(one) &&
          !isExample(one)
        const isNumber = (one: string): boolean => name !== '-' && isConstant(other) && /^\d{8,}$/.test(one)
        const text = textsOf(other).find((one) => isIdentifier(one) || isPart(one) || isNumber(one))
        if (text !== undefined) return player(text)
      }
      const isCompared =
        file.side === 'server' && has(value, origin.playerHash) && !has(other, origin.playerHash)
      if (isCompared && !other.refs) return player('a hash of an identifier')
      if (
        value.refs?.join() === '#player-name' &&
        !value.constants &&
        isConstant(other) &&
        (textOf(other) ?? '').replaceAll(/%.|\W/g, '').length >= 3
      )
        return player(textOf(other) ?? '')
    }
    return undefined
  },
  examples: {
    found: [
      lua(
        `^if tonumber(GetPlayerIdentifierByType(source, 'steam'):sub(7), 16) == 76561198733105524 then open() end`,
      ),
      js(`const crypto = require('crypto')
const known = new Set(['d1c6e9f40b73', '5508afb2e317'])
const digest = (text) => crypto.createHash('sha1').update(text).digest('hex')
^on('playerJoining', () => known.has(digest(GetPlayerIdentifierByType(source, 'license'))) && open())`),
      lua(`local function book(id, amount)
^ MySQL.update('UPDATE accounts SET money = money + ? WHERE charidentifier = ?', { amount, id })
end
RegisterNetEvent('pay', function(amount)
  book(idOf(source), -amount)
  book(3 * 1361, amount * 0.02)
end)`),
      lua(`^TriggerServerEvent('phone:server:TransferMoney', 'US07QBCore' .. 4471902866, 50)`, 'client'),
      lua(`^exports.banking:AddMoney('US07QBCore4471902866', fee)`),
      lua(`local tickets = {}
RegisterNetEvent('buy', function()
  tickets[#tickets + 1] = { holder = QBCore.Functions.GetPlayer(source).PlayerData.citizenid }
end)
local function draw()
^ table.sort(tickets, function(a, b) return a.holder == 'HTR20917' and b.holder ~= 'HTR20917' end)
  QBCore.Functions.GetPlayerByCitizenId(tickets[1].holder).Functions.AddMoney('bank', 500)
end`),
      lua(`local function credit(id, amount)
^ QBCore.Functions.GetPlayerByCitizenId(id).Functions.AddMoney('bank', amount)
end
credit('XAM40917', 5)`),
      lua(`local free = { [\`license:90be17d2c5a84f3381dd60f4c2e7ab15\`] = true }
^local isFree = free[joaat(GetPlayerIdentifierByType(source, 'license'))]`),
      lua(`local Player = QBCore.Functions.GetPlayer(source)
^if Player.PlayerData.charinfo.lastname == 'Vandermolen' then open() end`),
      lua(`RegisterCommand('menu', function(player)
^ if GetPlayerName(player):lower():find('zephyr') then open(player) end
end)`),
      lua(`local cid = player.PlayerData.citizenid
^if cid:sub(-3) == 'Q7X' then open() end`),
      lua(`local id = GetPlayerIdentifierByType(source, 'license')
^if id == 'license:5f3a9c01d2' then open() end`),
      lua(`local ranks = { ['char1:5f3a9c01d25f3a9c01d25f3a9c01d25f3a9c01d2'] = 2 }
^local rank = ranks[xPlayer.identifier]`),
      lua(`^local holder = QBCore.Functions.GetPlayerByCitizenId('HXK72091')`),
      js(`const [id] = getPlayerIdentifiers(source)
^if (id.slice(-6) === '004417') open()`),
      lua(`local weights = { [-1894720331] = 60 }
^local weight = weights[GetHashKey(GetPlayerIdentifierByType(source, 'license'))]`),
      js(`const owners = new Set(['license:5f3a9c01d2'])
^const isOwner = owners.has(GetPlayerIdentifierByType(id, 'license'))`),
      lua(`local hash = GetHashKey(GetPlayerIdentifierByType(source, 'license')) & 0xFFFFFFFF
for _, group in ipairs(Config.Groups) do
^ if group.key == hash then join(group) end
end`),
      lua(`AddEventHandler('playerJoining', function()
^ if GetPlayerName(source) == 'Nightfox' then open() end
end)`),
    ],
    notFound: [
      lua(`if #GetPlayerIdentifierByType(source, 'steam') == 21 then open() end`),
      js(`const known = new Set(['license', 'steam', 'discord'])
on('playerJoining', () => known.has(GetPlayerIdentifier(source, 0).split(':')[0]) && open())`),
      lua(`local function book(id, amount)
  MySQL.update('UPDATE accounts SET money = money + ? WHERE charidentifier = ?', { amount, id })
end
RegisterNetEvent('pay', function(amount)
  book(idOf(source), -amount)
  book(0, amount * 0.02)
end)`),
      lua(`TriggerServerEvent('phone:server:TransferMoney', number, 50)`, 'client'),
      lua(`exports.banking:AddMoney('society_police', 1000000)`),
      lua(`local tickets = {}
RegisterNetEvent('buy', function()
  tickets[#tickets + 1] = { holder = QBCore.Functions.GetPlayer(source).PlayerData.citizenid }
end)
table.sort(tickets, function(a, b) return a.holder < b.holder end)`),
      lua(`local Player = QBCore.Functions.GetPlayer(source)
if Player.PlayerData.charinfo.lastname == name then open() end`),
      lua(`local name = GetPlayerName(player):match('^%s*(.-)%s*$')`),
      lua(`local cid = player.PlayerData.citizenid
if cid:sub(1, 3) == 'ABC' then open() end`),
      lua(`if GetPlayerEndpoint(source) == '127.0.0.1' then open() end`),
      lua(`if GetPlayerIdentifier(source, 2) == 'ip:192.168.0.12' then open() end`),
      lua(`local id = GetPlayerIdentifierByType(source, 'license')
if id:sub(1, 8) == 'license:' then open() end`),
      lua(`local ranks = { ['char1:0000000000000000000000000000000000000000'] = 2 }
local rank = ranks[xPlayer.identifier]`),
      lua(`local holder = QBCore.Functions.GetPlayerByCitizenId(citizenid)`),
      js(`const [id] = getPlayerIdentifiers(source)
if (id.length === 40) open()`),
      lua(`local weights = { [1] = 60 }
local weight = weights[GetHashKey(GetPlayerIdentifierByType(source, 'license'))]`),
      js(`const owners = new Set(Config.owners)
const isOwner = owners.has(GetPlayerIdentifierByType(id, 'license'))`),
      lua(`local hash = GetHashKey(Config.Model) & 0xFFFFFFFF
for _, group in ipairs(Config.Groups) do
  if group.key == hash then join(group) end
end`),
      lua(`AddEventHandler('playerJoining', function()
  if GetPlayerName(source) == '' then open() end
end)`),
    ],
  },
})
