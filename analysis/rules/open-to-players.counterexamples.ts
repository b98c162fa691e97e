import { js, lua, type Example } from './rule.ts'

export const openToPlayersNotFound: readonly Example[] = [
  lua(`RegisterNetEvent('swap', function(isBank, amount)
  local xPlayer = ESX.GetPlayerFromId(source)
  if isBank then xPlayer.removeAccountMoney('bank', amount) else xPlayer.removeMoney(amount) end
  xPlayer.addAccountMoney('chips', amount)
end)`),
  lua(`RegisterNetEvent('bank:deposit', function(amount)
  local xPlayer = ESX.GetPlayerFromId(source)
  if xPlayer.getMoney() < tonumber(amount) then return end
  xPlayer.removeMoney(amount)
  xPlayer.addAccountMoney('bank', amount)
end)`),
  lua(`RegisterNetEvent('market:buy', function(item)
  local xPlayer = ESX.GetPlayerFromId(source)
  if xPlayer.getMoney() < Config.Prices[item] then return end
  xPlayer.removeMoney(Config.Prices[item])
  xPlayer.addInventoryItem(item, 1)
end)`),
  lua(`local function isValid(item) return allowed[item] end
RegisterNetEvent('mine:pay', function(item)
  if isValid(item) then ESX.GetPlayerFromId(source).addInventoryItem(item, 1) end
end)`),
  lua(`local methods = { hello = function() print('hello') end }
RegisterNetEvent('bridge:own', function(method) methods[method]() end)`),
  lua(`RegisterNetEvent('notes:save', function(text)
  MySQL.update('UPDATE users SET note = ? WHERE identifier = ?', { text, ESX.GetPlayerFromId(source).identifier })
  MySQL.update('DELETE FROM notes WHERE id = ?', { text })
end)`),
  lua(`RegisterNetEvent('drop:item', function(item, coords)
  ESX.GetPlayerFromId(source).removeInventoryItem(item, 1)
  SetEntityCoords(GetPlayerPed(source), coords.x, coords.y, coords.z)
end)`),
  lua(`RegisterNetEvent('radio:resolve', function(name)
  PerformHttpRequest('https://a.example/' .. name, print)
end)`),
  lua(`local jobs = {}
RegisterNetEvent('payout', function(amount)
  if not IsPlayerAceAllowed(source, 'payout') then return end
  jobs[#jobs + 1] = function() ESX.GetPlayerFromId(source).addMoney(amount) end
end)`),
  lua(`local worker = coroutine.create(function()
  local text = coroutine.yield()
  print(text)
end)
RegisterNetEvent('salary', function(text) coroutine.resume(worker, text) end)`),
  js(`const bus = new (require('events'))()
bus.on('grant', (player, amount) => player.addMoney(amount))
onNet('bus', (text) => bus.emit('note', text))`),
  lua(`RegisterNetEvent('sell', function(item, count)
  local Player = QBCore.Functions.GetPlayer(source)
  if Player.Functions.RemoveItem(item, count) then Player.Functions.AddMoney('cash', count * Config.Prices[item]) end
end)`),
  lua(`RegisterNetEvent('sell:counted', function(item, count)
  local Player = QBCore.Functions.GetPlayer(source)
  count = tonumber(count) or 0
  if count < 1 then return end
  local slot = Player.Functions.GetItemByName(item)
  if not slot or slot.amount < count then return end
  Player.Functions.RemoveItem(item, count)
  local total = count * Config.Prices[item]
  Player.Functions.AddMoney('cash', total)
end)`),
  lua(`RegisterNetEvent('sell:slow', function()
  local xPlayer = ESX.GetPlayerFromId(source)
  local count = xPlayer.getInventoryItem('gold').count
  Wait(4000)
  xPlayer.removeInventoryItem('gold', count)
  xPlayer.addMoney(count * 50)
end)`),
  lua(`RegisterNetEvent('jobs:choose', function(job)
  if not Config.FreeJobs[job] then return end
  ESX.GetPlayerFromId(source).setJob(job, 0)
end)`),
  lua(`local function isFree(job) return Config.FreeJobs[job] ~= nil end
RegisterNetEvent('jobs:choose', function(job)
  if isFree(job) then ESX.GetPlayerFromId(source).setJob(job, 0) end
end)`),
  lua(`RegisterNetEvent('society:take', function(name, amount)
  local xPlayer = ESX.GetPlayerFromId(source)
  if xPlayer.job.name ~= name or xPlayer.job.grade_name ~= 'boss' then return end
  TriggerEvent('esx_addonaccount:getSharedAccount', 'society_' .. name, function(account)
    account.removeMoney(amount)
    xPlayer.addMoney(amount)
  end)
end)`),
  lua(`RegisterNetEvent('mail:take', function(id)
  local xPlayer = ESX.GetPlayerFromId(source)
  local row = MySQL.single.await('SELECT * FROM mail WHERE id = ?', { id })
  if not row or row.receiver ~= xPlayer.identifier then return end
  xPlayer.addInventoryItem(row.item, row.count)
  MySQL.update('UPDATE mail SET owner = ? WHERE id = ?', { 'nobody', id })
end)`),
  lua(`RegisterNetEvent('bank:send', function(amount)
  local Player = QBCore.Functions.GetPlayer(source)
  local cash = Player.PlayerData.money.cash
  if amount <= 0 or cash < amount then return end
  Player.Functions.SetMoney('cash', cash - amount)
end)`),
  lua(`local staff = { ['license:5f3a9c01d25f3a9c01d25f3a9c01d25f3a9c01d2'] = true }
RegisterNetEvent('staff:item', function(item)
  if staff[GetPlayerIdentifierByType(source, 'license')] then
    ESX.GetPlayerFromId(source).addInventoryItem(item, 1)
  end
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
]
