import type { Trigger } from '#analysis/flow/events.ts'
import { actOf, actKinds, type ActKind } from './acts.ts'
import { asksOwner } from './queries.ts'
import { defineRule, js, lua, medium } from './rule.ts'

const texts: Record<Exclude<Trigger, 'restricted'>, string> = {
  event: 'any player who sends the event',
  state: 'any player who sets the state',
  command: 'any player who types the command',
  chat: 'any player who writes in the chat',
  http: 'another host',
  web: 'a web request',
}
const byPlayers: ReadonlySet<ActKind> = new Set<ActKind>([
  'gift',
  'right',
  'drops-all',
  'drops-one',
  'deletes',
  'stops',
  'stops-itself',
])

export const openToPlayers = defineRule({
  id: 'open-to-players',
  on: actKinds,
  test: (event, program) => {
    const act = actOf(event)
    if (!act) return undefined
    const { kind, isHighGroup, isLarge } = act
    const { fn, file } = event
    if (kind === 'takes-over' && program.of(file, 'database').some((one) => one.fn === fn && asksOwner(one)))
      return undefined
    for (const { trigger, name } of program.openTriggers(event)) {
      if (trigger === 'restricted' || trigger === 'http' || trigger === 'web') continue
      const isChosen = trigger === 'state' ? act.isOfState : act.isChosen
      const isOpen =
        trigger === 'chat'
          ? (byPlayers.has(kind) && kind !== 'drops-one') || kind === 'console'
          : trigger === 'command'
            ? byPlayers.has(kind)
            : kind === 'gift'
              ? isChosen || isLarge
              : kind === 'job' || kind === 'inventory' || kind === 'takes-over'
                ? isChosen
                : kind === 'right'
                  ? isChosen || isHighGroup
                  : byPlayers.has(kind)
      if (isOpen)
        return medium(`${act.detail}, by ${texts[trigger]} ${trigger === 'chat' ? '' : name}`.trim())
    }
    return undefined
  },
  examples: {
    found: [
      lua(`RegisterNetEvent('sell', function(item, count, price)
  local Player = QBCore.Functions.GetPlayer(source)
  Player.Functions.RemoveItem(item, count)
^ Player.Functions.AddMoney('cash', count * price)
end)`),
      lua(`RegisterNetEvent('locker:open', function(id)
^ exports.ox_inventory:forceOpenInventory(source, 'stash', id)
end)`),
      lua(`AddStateBagChangeHandler('wage', nil, function(bag, _, value)
^ QBCore.Functions.GetPlayer(GetPlayerFromStateBagName(bag)).Functions.AddMoney('cash', value)
end)`),
      lua(`RegisterNetEvent('garage:store', function(plate)
  local citizenid = QBCore.Functions.GetPlayer(source).PlayerData.citizenid
^ MySQL.update('UPDATE player_vehicles SET citizenid = ?, state = 1 WHERE plate = ?', { citizenid, plate })
end)`),
      lua(`RegisterNetEvent('house:give', function(citizenid, house)
  if not MySQL.scalar.await('SELECT 1 FROM players WHERE citizenid = ?', { citizenid }) then return end
^ MySQL.update('UPDATE houses SET citizenid = ? WHERE house = ?', { citizenid, house })
end)`),
      lua(`local vRP = Proxy.getInterface('vRP')
vRP.prepare('link', 'UPDATE vrp_user_ids SET user_id = @user_id WHERE identifier = @identifier')
RegisterNetEvent('link', function(id)
^ vRP.execute('link', { user_id = id, identifier = GetPlayerIdentifier(source, 0) })
end)`),
      js(`class Profile {
  #player
  constructor(player) { this.#player = player }
^ set crew(name) { this.#player.setGroup(name) }
}
onNet('update', (changes) => { Object.assign(new Profile(ESX.GetPlayerFromId(source)), changes) })`),
      js(`class Reward {
^ static [Symbol.hasInstance]({ worth }) { player.Functions.AddMoney('cash', worth) }
}
onNet('claim', (claim) => claim instanceof Reward)`),
      js(`onNet('claim', async (worth) => {
^ await { then() { player.Functions.AddMoney('cash', worth) } }
})`),
      lua(`RegisterNetEvent('shop:a', function(target)
  local player = target or source
^ vRP.giveMoney(player, 500)
end)`),
      lua(`local function pay(player)
^ vRP.giveMoney(player, 500)
end
RegisterNetEvent('shop:a', function(target) pay(target) end)
RegisterNetEvent('shop:b', function() pay(source) end)`),
      lua(`RegisterNetEvent('job:pay', function(amount)
  local xPlayer = ESX.GetPlayerFromId(source)
^ xPlayer.addMoney(amount)
end)`),
      lua(`RegisterNetEvent('bonus')
AddEventHandler('bonus', function()
^ ESX.GetPlayerFromId(source).addAccountMoney('bank', 1000000)
end)`),
      lua(`local function give(Player, name)
^ Player.Functions.AddItem(name, 1)
end
RegisterCommand('refreshhud', function(src, args)
  give(QBCore.Functions.GetPlayer(src), args[1])
end, false)`),
      lua(`RegisterCommand('givemoney', function(player, args)
  if player == 0 then return end
^ vRP.giveMoney(args[1], args[2])
end)`),
      lua(`RegisterCommand('givemoney', function(player, args)
  if player ~= 0 and #args == 2 then
^   vRP.giveMoney(args[1], args[2])
  end
end)`),
      lua(`RegisterCommand('givemoney', function(player, args)
  if player == 0 then if not IsPlayerAceAllowed(player, 'money') then return end end
^ vRP.giveMoney(args[1], args[2])
end)`),
      lua(`AddEventHandler('chatMessage', function(src, name, message)
  if message == '!potato' then
^   ESX.GetPlayerFromId(src).addMoney(5)
  end
end)`),
      lua(`RegisterCommand('reset_all', function()
  for _, id in ipairs(GetPlayers()) do
^   DropPlayer(id, 'Timed out')
  end
end)`),
      js(`onNet('shop:sell', (price) => {
^ exports.ox_inventory.AddItem(source, 'money', price)
})`),
      lua(`local Tunnel = module('vrp', 'lib/Tunnel')
local shop = {}
Tunnel.bindInterface('shop', shop)
function shop.refresh(amount)
^ vRP.giveMoney({ id, 900000 })
end`),
      lua(`RegisterNetEvent('tidy', function()
  for _, vehicle in ipairs(GetAllVehicles()) do
^   DeleteEntity(vehicle)
  end
end)`),
      lua(`RegisterNetEvent('anticheat:sync', function(target)
^ DropPlayer(target, 'bye')
end)`),
      lua(`local function isAllowed() return true end
RegisterNetEvent('salary', function(amount)
  if not isAllowed(source) then return end
^ ESX.GetPlayerFromId(source).addMoney(amount)
end)`),
      lua(`RegisterNetEvent('salary', function(amount)
^ ESX.GetPlayerFromId(source).setAccountMoney('bank', amount)
end)`),
    ],
    notFound: [
      lua(`RegisterNetEvent('sell', function(item, count, price)
  local Player = QBCore.Functions.GetPlayer(source)
  if Player.Functions.RemoveItem(item, count) then Player.Functions.AddMoney('cash', count * price) end
end)`),
      lua(`RegisterNetEvent('locker:open', function(id)
  exports.ox_inventory:forceOpenInventory(source, 'stash', 'locker_' .. id)
end)`),
      lua(`AddStateBagChangeHandler('wage', nil, function(bag, _, value)
  QBCore.Functions.GetPlayer(GetPlayerFromStateBagName(bag)).Functions.AddMoney('cash', Config.Wage)
end)`),
      lua(`RegisterNetEvent('garage:sell', function(plate, buyer)
  local citizenid = QBCore.Functions.GetPlayer(source).PlayerData.citizenid
  local other = QBCore.Functions.GetPlayer(buyer).PlayerData.citizenid
  MySQL.update('UPDATE player_vehicles SET citizenid = ? WHERE plate = ? AND citizenid = ?', { other, plate, citizenid })
end)`),
      lua(`RegisterNetEvent('garage:give', function(plate, buyer)
  local citizenid = QBCore.Functions.GetPlayer(source).PlayerData.citizenid
  local other = QBCore.Functions.GetPlayer(buyer).PlayerData.citizenid
  if not MySQL.scalar.await('SELECT 1 FROM player_vehicles WHERE plate = ? AND citizenid = ?', { plate, citizenid }) then return end
  MySQL.update('UPDATE player_vehicles SET citizenid = ? WHERE plate = ?', { other, plate })
end)`),
      lua(`local vRP = Proxy.getInterface('vRP')
vRP.prepare('link', 'UPDATE vrp_user_ids SET seen = @seen WHERE identifier = @identifier')
RegisterNetEvent('link', function(seen)
  vRP.execute('link', { seen = seen, identifier = GetPlayerIdentifier(source, 0) })
end)`),
      js(`class Profile {
  #player
  constructor(player) { this.#player = player }
  set crew(name) { this.#player.setNickname(name) }
}
onNet('update', (changes) => { Object.assign(new Profile(ESX.GetPlayerFromId(source)), changes) })`),
      js(`class Reward {
  static [Symbol.hasInstance]({ worth }) { return worth > 3 }
}
onNet('claim', (claim) => claim instanceof Reward)`),
      js(`onNet('claim', async (worth) => {
  await { then() { player.Functions.Notify(worth) } }
})`),
      lua(`RegisterNetEvent('evidence:fill', function(note)
  exports.ox_inventory:AddItem(source, 'filled_bag', 1, note)
end)`),
      lua(`local function isAllowed(player)
  for _, one in ipairs(Config.Players) do
    if one == player then return true end
  end
end
RegisterNetEvent('salary', function(amount)
  if not isAllowed(source) then return end
  ESX.GetPlayerFromId(source).addMoney(amount)
end)`),
      lua(`RegisterNetEvent('bank:withdraw', function(amount)
  local rows = MySQL.query.await('SELECT gold FROM bank WHERE id = ?', { source })
  if rows[1].gold >= amount then Character.addCurrency(1, amount) end
end)`),
      lua(`RegisterNetEvent('player:ready', function(license)
  MySQL.query('SELECT rank FROM users WHERE license = ?', { license }, function(rows)
    ExecuteCommand('add_principal identifier.' .. license .. ' group.' .. rows[1].rank)
  end)
end)`),
      lua(`RegisterNetEvent('job:pay', function(amount)
  local xPlayer = ESX.GetPlayerFromId(source)
  if xPlayer.job.name ~= 'miner' then return end
  xPlayer.addMoney(amount)
end)`),
      lua(`AddEventHandler('bonus', function()
  ESX.GetPlayerFromId(source).addAccountMoney('bank', 1000000)
end)`),
      lua(`local function give(Player, name)
  Player.Functions.AddItem(name, 1)
end
RegisterCommand('giveitem', function(src, args)
  give(QBCore.Functions.GetPlayer(src), args[1])
end, true)`),
      lua(`AddEventHandler('chatMessage', function(src, name, message)
  if message == '!leave' then DropPlayer(src, 'Bye') end
end)`),
      lua(`AddEventHandler('chatMessage', function(src, name, message)
  if message == '!help' then
    TriggerClientEvent('chat:addMessage', src, help)
  end
end)`),
      lua(`RegisterCommand('givemoney', function(player, args)
  if player == 0 then vRP.giveMoney(args[1], args[2]) end
end)`),
      lua(`RegisterCommand('givemoney', function(player, args)
  if player > 0 then
    if not IsPlayerAceAllowed(player, 'money') then return end
  end
  vRP.giveMoney(args[1], args[2])
end)`),
      lua(`RegisterCommand('givemoney', function(player, args)
  local isPlayer = 0 < player
  if isPlayer or #args < 2 then return end
  vRP.giveMoney(args[1], args[2])
end)`),
      lua(`RegisterCommand('leave', function(source)
  DropPlayer(source, 'Bye')
end)`),
      js(`onNet('shop:sell', (item) => {
  exports.ox_inventory.AddItem(source, 'money', prices[item])
})`),
      lua(`local Tunnel = module('vrp', 'lib/Tunnel')
local shop = {}
Tunnel.bindInterface('shop', shop)
local function refresh(amount)
  vRP.giveMoney({ id, 900000 })
end`),
      lua(`RegisterNetEvent('tidy', function()
  DeleteEntity(vehicles[source])
end)`),
      lua(`RegisterNetEvent('player:loaded', function()
  local player = players[source]
  ExecuteCommand(('add_principal identifier.%s group.%s'):format(player.license, player.group))
end)`),
      lua(`local player = {}
for name, make in pairs(overrides) do player[name] = make(player) end
function give(item) xPlayer.addInventoryItem(item, 1) end
local all = { give, function() end, function() end, function() end, function() end }
for name, one in pairs(all) do player[name] = one end
RegisterNetEvent('player:greet', function(item) player.greet(item) end)`),
      lua(`RegisterNetEvent('anticheat:report', function(reason)
  DropPlayer(source, reason)
end)`),
      lua(`AddEventHandler('salary', function(amount)
  ESX.GetPlayerFromId(source).setAccountMoney('bank', amount)
end)`),
    ],
  },
})
