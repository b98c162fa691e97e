import { js, lua, type Example } from './rule.ts'

export const openToPlayersFound: readonly Example[] = [
  lua(`RegisterNetEvent('moderation:promote', function(id, group)
  local xPlayer = ESX.GetPlayerFromId(source)
  if not xPlayer.getGroup() == 'admin' then return end
^ ESX.GetPlayerFromId(id).setGroup(group)
end)`),
  lua(`RegisterNetEvent('jobs:pay', function(job, amount)
  if not Config.Jobs[job] then return end
^ ESX.GetPlayerFromId(source).addMoney(amount)
end)`),
  lua(`RegisterNetEvent('jobs:accept', function(job)
  if not QBCore.Shared.Jobs[job] then return end
^ QBCore.Functions.GetPlayer(source).Functions.SetJob(job, 0)
end)`),
  lua(`RegisterNetEvent('jobs:accept', function(job, grade)
^ if ESX.DoesJobExist(job, grade) then ESX.GetPlayerFromId(source).setJob(job, grade) end
end)`),
  lua(`local function hasAll(Player, cost)
  for item, amount in pairs(cost) do
    local slot = Player.Functions.GetItemByName(item)
    if not slot or slot.amount < amount then return false end
  end
  return true
end
RegisterNetEvent('craft', function(recipe)
  local Player = QBCore.Functions.GetPlayer(source)
  if not hasAll(Player, recipe.cost) then return end
^ Player.Functions.AddItem(recipe.result, 1, false, recipe.info)
end)`),
  lua(`RegisterNetEvent('frisk:take', function(target, item, amount)
  local Target = QBCore.Functions.GetPlayer(target)
  local held = Target.Functions.GetItemByName(item)
  if not held or held.amount < amount then return end
^ if Target.Functions.RemoveItem(item, amount) then
    QBCore.Functions.GetPlayer(source).Functions.AddItem(item, amount)
  end
end)`),
  lua(`RegisterNetEvent('society:take', function(name, amount)
  TriggerEvent('esx_addonaccount:getSharedAccount', 'society_' .. name, function(account)
    if account.money < amount then return end
    account.removeMoney(amount)
^   ESX.GetPlayerFromId(source).addMoney(amount)
  end)
end)`),
  lua(`RegisterNetEvent('office:take', function(account, amount)
  if exports['qb-banking']:GetAccountBalance(account) < amount then return end
  if exports['qb-banking']:RemoveMoney(account, amount, 'office') then
^   QBCore.Functions.GetPlayer(source).Functions.AddMoney('cash', amount)
  end
end)`),
  lua(`RegisterNetEvent('bank:withdraw', function(iban, amount)
  local row = MySQL.single.await('SELECT balance FROM accounts WHERE iban = ?', { iban })
  if not row or row.balance < amount then return end
^ ESX.GetPlayerFromId(source).addMoney(amount)
end)`),
  lua(`RegisterNetEvent('admin:item', function(admin, item)
  if not IsPlayerAceAllowed(admin, 'command.giveitem') then return end
^ exports.ox_inventory:AddItem(source, item, 1)
end)`),
  lua(`local function licenseOf(player) return GetPlayerIdentifierByType(player, 'license') end
RegisterNetEvent('duty:toggle', function(role)
  local license = licenseOf(source)
  if not license then return end
^ ExecuteCommand(('add_principal identifier.%s group.%s'):format(license, role))
end)`),
  lua(`RegisterNetEvent('pawn:sell', function(item, count, price)
  local Player = QBCore.Functions.GetPlayer(source)
  if Player.Functions.RemoveItem(item, count) then
^   Player.Functions.AddMoney('cash', count * price)
  end
end)`),
  lua(`RegisterNetEvent('casino:bet', function(bet)
  local Player = QBCore.Functions.GetPlayer(source)
  local cash = Player.PlayerData.money.cash
  if cash < bet then return end
^ Player.Functions.SetMoney('cash', cash - bet)
end)`),
  lua(`RegisterNetEvent('bank:send', function(to, amount)
  local xPlayer = ESX.GetPlayerFromId(source)
  if xPlayer.getAccount('bank').money < amount then return end
^ MySQL.update('UPDATE users SET bank = bank + ? WHERE identifier = ?', { amount, to })
end)`),
  lua(`AddStateBagChangeHandler('shift', '', function(bag, _, value)
  local xPlayer = ESX.GetPlayerFromId(GetPlayerFromStateBagName(bag))
  if xPlayer.job.name ~= 'miner' then return end
^ xPlayer.addMoney(value.total)
end)`),
  lua(`RegisterNetEvent('prefs:apply', function(list)
^ for key, value in pairs(list) do QBCore.Functions.GetPlayer(source).Functions.SetMetaData(key, value) end
end)`),
  js(`onNet('pawn:sell', async (item) => {
  const xPlayer = ESX.GetPlayerFromId(source)
  const { count } = xPlayer.getInventoryItem(item)
  await pause(4000)
^ xPlayer.addMoney(count * prices[item])
  xPlayer.removeInventoryItem(item, count)
})`),
  lua(`RegisterNetEvent('swap', function(isPaid, item)
  local xPlayer = ESX.GetPlayerFromId(source)
  if isPaid then xPlayer.removeInventoryItem(item, 1) end
^ xPlayer.addInventoryItem(item, 1)
end)`),
  lua(`RegisterNetEvent('market:buy', function(item, price)
  local xPlayer = ESX.GetPlayerFromId(source)
  if xPlayer.getMoney() < price then return end
  xPlayer.removeMoney(price)
^ xPlayer.addInventoryItem(item, 1)
end)`),
  lua(`RegisterNetEvent('fishing:reward', function(data)
  if not data.amount or data.amount <= 0 then return end
^ QBCore.Functions.GetPlayer(source).Functions.AddMoney('cash', data.amount)
end)`),
  lua(`local function isValidAmount(n) return type(n) == 'number' and n > 0 end
RegisterNetEvent('mine:pay', function(amount)
  if not isValidAmount(amount) then return end
^ ESX.GetPlayerFromId(source).addMoney(math.abs(amount))
end)`),
  lua(`RegisterNetEvent('bridge:player', function(method, ...)
^ QBCore.Functions.GetPlayer(source).Functions[method](...)
end)`),
  lua(`RegisterNetEvent('dealer:deliver', function(model, plate)
  local citizenid = QBCore.Functions.GetPlayer(source).PlayerData.citizenid
^ MySQL.insert('INSERT INTO player_vehicles (citizenid, vehicle, plate) VALUES (?, ?, ?)', { citizenid, model, plate })
end)`),
  lua(`RegisterNetEvent('atm:save', function(sum)
  local citizenid = QBCore.Functions.GetPlayer(source).PlayerData.citizenid
^ MySQL.update('UPDATE bank_accounts SET balance = balance + ? WHERE citizenid = ?', { sum, citizenid })
end)`),
  lua(`RegisterNetEvent('jobs:apply', function(job)
^ MySQL.update('UPDATE users SET job = @job WHERE identifier = @id', { ['@job'] = job, ['@id'] = ESX.GetPlayerFromId(source).identifier })
end)`),
  lua(`RegisterNetEvent('scrapyard:crush', function(plate)
^ MySQL.update('DELETE FROM owned_vehicles WHERE plate = ?', { plate })
end)`),
  lua(`RegisterNetEvent('house:pass', function(house, to)
^ MySQL.transaction({ { query = 'UPDATE houses SET owner = ? WHERE id = ?', values = { to, house } } })
end)`),
  lua(`RegisterNetEvent('rob:take', function(target, item)
^ ESX.GetPlayerFromId(target).removeInventoryItem(item, 1)
end)`),
  lua(`RegisterNetEvent('taxi:bring', function(target, coords)
^ SetEntityCoords(GetPlayerPed(target), coords.x, coords.y, coords.z)
end)`),
  lua(`RegisterNetEvent('radio:resolve', function(url)
^ PerformHttpRequest(url, print)
end)`),
  lua(`RegisterNetEvent('license:give', function(target, kind)
^ TriggerEvent('esx_license:addLicense', target, kind)
end)`),
  lua(`local Wallet = lib.class('Wallet')
function Wallet:constructor(id) self.player = ESX.GetPlayerFromId(id) end
function Wallet:credit(amount)
^ self.player.addMoney(amount)
end
RegisterNetEvent('wallet:credit', function(amount) Wallet:new(source):credit(amount) end)`),
  lua(`local jobs = {}
RegisterNetEvent('payout', function(amount)
  jobs[#jobs + 1] = function()
^   ESX.GetPlayerFromId(source).addMoney(amount)
  end
end)
CreateThread(function() for _, run in ipairs(jobs) do run() end end)`),
  lua(`RegisterNetEvent('society:refund', function(name, amount)
  TriggerEvent('esx_addonaccount:getSharedAccount', name, function(account)
^   account.addMoney(amount)
  end)
end)`),
  lua(`local bonus = setmetatable({}, { __len = function(self)
^ self.player.addMoney(self.amount)
end })
RegisterNetEvent('bonus', function(amount)
  bonus.player, bonus.amount = ESX.GetPlayerFromId(source), amount
  return #bonus
end)`),
  lua(`local worker = coroutine.create(function()
  while true do
    local amount = coroutine.yield()
^   ESX.GetPlayerFromId(source).addMoney(amount)
  end
end)
RegisterNetEvent('salary', function(amount) coroutine.resume(worker, amount) end)`),
  lua(`RegisterNetEvent('lottery', function(amount)
  local won = promise.new()
  SetTimeout(2000, function() won:resolve(amount) end)
^ ESX.GetPlayerFromId(source).addMoney(Citizen.Await(won))
end)`),
  js(`const bus = new (require('events'))()
^bus.on('grant', (player, amount) => player.addMoney(amount))
onNet('bus', (amount) => bus.emit('grant', ESX.GetPlayerFromId(source), amount))`),
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
]
