import type { Trigger } from '#analysis/flow/events.ts'
import { actOf, actKinds, type ActKind } from './acts.ts'
import { defineRule, js, lua, medium } from './rule.ts'

const texts: Record<Exclude<Trigger, 'restricted'>, string> = {
  event: 'any player who sends the event',
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
    const { kind, isChosen, isHighGroup, isLarge } = act
    for (const { trigger, name } of program.openTriggers(event)) {
      if (trigger === 'restricted' || trigger === 'http' || trigger === 'web') continue
      const isOpen =
        trigger === 'chat'
          ? (byPlayers.has(kind) && kind !== 'drops-one') || kind === 'console'
          : trigger === 'command'
            ? byPlayers.has(kind)
            : kind === 'gift'
              ? isChosen || isLarge
              : kind === 'job'
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
