import { js, lua, type Example } from './rule.ts'

/** Conditions that say something of the sender, or do not. */
export const checksFound: readonly Example[] = [
  lua(`RegisterNetEvent('dealer:buy', function(model, price)
  local Player = QBCore.Functions.GetPlayer(source)
  if Player.PlayerData.money.bank < price then return end
  Player.Functions.RemoveMoney('bank', price)
^ MySQL.insert('INSERT INTO player_vehicles (citizenid, vehicle) VALUES (?, ?)', { Player.PlayerData.citizenid, model })
end)`),
  js(`const models = { sultan: { price: 48000 }, baller: { price: 72000 } }
onNet('dealer:order', (order) => {
  const Player = QBCore.Functions.GetPlayer(source)
  if (!models[order.model]) return
  const deal = { garage: 'main', ...models[order.model], ...order }
  if (Player.PlayerData.money.bank < deal.price) return
  Player.Functions.RemoveMoney('bank', deal.price)
^ exports.oxmysql.insert('INSERT INTO player_vehicles (citizenid, vehicle) VALUES (?, ?)', [Player.PlayerData.citizenid, order.model])
})`),
  lua(`local function checkOwner(player, house)
  local Player = QBCore.Functions.GetPlayer(player)
  if houses[house].owner ~= Player.PlayerData.citizenid then print('not yours') end
  return Player
end
RegisterNetEvent('house:sell', function(house, amount)
  local Player = checkOwner(source, house)
  if not Player then return end
^ Player.Functions.AddMoney('bank', amount)
end)`),
  lua(`RegisterNetEvent('profile', function(form)
  local player = NDCore:getPlayer(source)
  for key, value in pairs(form) do
^   player.setData(key, value)
  end
end)`),
  lua(`local function accountOf(name)
  local p = promise.new()
  TriggerEvent('esx_addonaccount:getSharedAccount', name, function(account) p:resolve(account) end)
  return Citizen.Await(p)
end
RegisterNetEvent('desk:withdraw', function(desk, amount)
  local account = accountOf(desk.society)
  if account.money < amount then return end
  account.removeMoney(amount)
^ ESX.GetPlayerFromId(source).addMoney(amount)
end)`),
  lua(`RegisterNetEvent('house:pass', function(id, to, options)
  options = options or {}
  local citizenid = QBCore.Functions.GetPlayer(source).PlayerData.citizenid
  if houses[id].owner ~= citizenid and not options.isRaid then return end
^ MySQL.update('UPDATE houses SET owner = ? WHERE id = ?', { to, id })
end)`),
  lua(`RegisterNetEvent('item:spawn', function(item, isFree)
  if isFree or IsPlayerAceAllowed(source, 'spawn') then
^   ESX.GetPlayerFromId(source).addInventoryItem(item, 1)
  end
end)`),
  lua(`RegisterNetEvent('house:clear', function(id, isRaid)
  local citizenid = QBCore.Functions.GetPlayer(source).PlayerData.citizenid
  if houses[id].owner ~= citizenid and not isRaid then return end
^ exports.ox_inventory:ClearInventory('house_' .. id)
end)`),
  lua(`local function asMiner(player, run)
  if player.job.name ~= 'miner' then return print('refused') end
  run(player)
end
local function later(player, run)
  SetTimeout(1000, function() run(player) end)
end
RegisterNetEvent('mine:pay', function(amount)
  local xPlayer = ESX.GetPlayerFromId(source)
  asMiner(xPlayer, print)
^ later(xPlayer, function(player) player.addMoney(amount) end)
end)`),
  lua(`RegisterNetEvent('papers:sign', function(form)
  local Buyer = QBCore.Functions.GetPlayer(tonumber(form.buyer))
  local row = MySQL.single.await('SELECT id FROM player_vehicles WHERE plate = ? AND citizenid = ?', { form.plate, form.seller })
  if not row then return end
^ MySQL.update.await('UPDATE player_vehicles SET citizenid = ? WHERE id = ?', { Buyer.PlayerData.citizenid, row.id })
end)`),
  lua(`RegisterNetEvent('ledger:transfer', function(to, amount)
  local own = MySQL.single.await('SELECT id, balance FROM ledgers WHERE citizenid = ?', { QBCore.Functions.GetPlayer(source).PlayerData.citizenid })
  if own.balance < amount then return end
^ MySQL.transaction.await({
    { query = 'UPDATE ledgers SET balance = balance - ? WHERE id = ?', values = { amount, own.id } },
    { query = 'UPDATE ledgers SET balance = balance + ? WHERE id = ?', values = { amount, to } },
  })
end)`),
  lua(`local jobs = exports.qbx_core:GetJobs()
lib.addCommand('apply', { help = 'Apply' }, function(source, args)
  local job = jobs[args.job]
  if not job or not job.grades[args.grade] then return end
^ exports.qbx_core:AddPlayerToJob(exports.qbx_core:GetPlayer(source).PlayerData.citizenid, args.job, args.grade)
end)`),
  lua(`RegisterNetEvent('bank:share', function(id, charId, role)
  local account = Ox.GetAccount(id)
  if not account then return end
^ account.setCharacterRole(charId, role)
end)`),
  js(`onNet('status:update', (target, changes) => {
  const { state } = Player(Number(target) || source)
  for (const [key, value] of Object.entries(changes)) {
^   state.set(key, value, true)
  }
})`),
]
export const checksNotFound: readonly Example[] = [
  lua(`RegisterNetEvent('dealer:finance', function(model, down)
  local Player = QBCore.Functions.GetPlayer(source)
  local price = QBCore.Shared.Vehicles[model].price
  if down > price or down < price / 10 or Player.PlayerData.money.bank < down then return end
  Player.Functions.RemoveMoney('bank', down)
  MySQL.insert('INSERT INTO player_vehicles (citizenid, vehicle, rest) VALUES (?, ?, ?)', { Player.PlayerData.citizenid, model, price - down })
end)`),
  lua(`RegisterNetEvent('dealer:buy', function(model)
  local Player = QBCore.Functions.GetPlayer(source)
  local price = QBCore.Shared.Vehicles[model].price
  if not Player.Functions.RemoveMoney('bank', price) then return end
  MySQL.insert('INSERT INTO player_vehicles (citizenid, vehicle) VALUES (?, ?)', { Player.PlayerData.citizenid, model })
end)`),
  js(`const models = { sultan: { price: 48000 }, baller: { price: 72000 } }
onNet('dealer:order', (order) => {
  const Player = QBCore.Functions.GetPlayer(source)
  if (!models[order.model]) return
  const deal = { garage: 'main', ...order, ...models[order.model] }
  const bill = { ...deal, ...order, price: deal.price }
  if (!Player.Functions.RemoveMoney('bank', bill.price)) return
  exports.oxmysql.insert('INSERT INTO player_vehicles (citizenid, vehicle) VALUES (?, ?)', [Player.PlayerData.citizenid, order.model])
})`),
  lua(`local function checkOwner(player, house)
  local Player = QBCore.Functions.GetPlayer(player)
  if houses[house].owner ~= Player.PlayerData.citizenid then return end
  return Player
end
local function isOwner(player, house)
  local isOwned = Estate.ask(player, house)
  if isOwned ~= true then print('not yours') end
  return isOwned
end
RegisterNetEvent('house:sell', function(house, amount)
  local Player = checkOwner(source, house)
  if not Player then return end
  Player.Functions.AddMoney('bank', amount)
end)
RegisterNetEvent('house:bonus', function(house, amount)
  if not isOwner(source, house) then return end
  ESX.GetPlayerFromId(source).addMoney(amount)
end)`),
  lua(`local editable = { nickname = true, dob = true }
RegisterNetEvent('profile', function(form)
  local player = NDCore:getPlayer(source)
  for key, value in pairs(form) do
    if editable[key] then player.setData(key, value) end
  end
  for _, key in ipairs({ 'nickname', 'dob' }) do player.setMetadata(key, form[key]) end
end)`),
  lua(`RegisterNetEvent('parking:group', function(id, group)
  local charId = Ox.GetPlayer(source).charId
  MySQL.update('UPDATE \`vehicles\` SET \`group\` = ? WHERE id = ? AND owner = ?', { group, id, charId })
end)`),
  lua(`lib.callback.register('house:manage', function(source, data)
  local permitted, reason = IsPermitted(source, data.house)
  if not permitted then return false, reason end
  MySQL.update('UPDATE houses SET owner = ? WHERE name = ?', { data.owner, data.house })
end)`),
  lua(`RegisterNetEvent('center:leave', function(name)
  local jobs = exports.qbx_core:GetPlayer(source).PlayerData.jobs
  if not jobs[name] then return end
  exports.qbx_core:SetPlayerPrimaryJob(exports.qbx_core:GetPlayer(source).PlayerData.citizenid, name)
end)`),
  lua(`lib.addCommand('setjob', { restricted = 'group.admin' }, function(source, args)
  exports.qbx_core:AddPlayerToJob(args.id, args.job, args.grade)
end)
RegisterCommand('duty', function(source) ESX.GetPlayerFromId(source).setJob('taxi', 0) end)`),
  js(`onNet('status:update', (value) => {
  Player(source).state.set('emote', value, true)
})`),
  lua(`local function accountOf(name)
  local p = promise.new()
  TriggerEvent('esx_addonaccount:getSharedAccount', name, function(account) p:resolve(account) end)
  return Citizen.Await(p)
end
RegisterNetEvent('desk:withdraw', function(amount)
  local xPlayer = ESX.GetPlayerFromId(source)
  local account = accountOf('society_' .. xPlayer.job.name)
  if xPlayer.job.grade_name ~= 'boss' or account.money < amount then return end
  account.removeMoney(amount)
  xPlayer.addMoney(amount)
end)`),
  lua(`RegisterNetEvent('house:pass', function(id, to)
  local citizenid = QBCore.Functions.GetPlayer(source).PlayerData.citizenid
  if houses[id].owner ~= citizenid or not to then return end
  MySQL.update('UPDATE houses SET owner = ? WHERE id = ?', { to, id })
  exports.ox_inventory:ClearInventory('house_' .. id)
end)`),
  lua(`RegisterNetEvent('item:spawn', function(item)
  if item and IsPlayerAceAllowed(source, 'spawn') then
    ESX.GetPlayerFromId(source).addInventoryItem(item, 1)
  end
end)`),
  lua(`RegisterNetEvent('item:sell', function(item, isAll)
  local slot = isAll and QBCore.Functions.GetPlayer(source).Functions.GetItemByName('gold')
  if not slot then return end
  ESX.GetPlayerFromId(source).addInventoryItem(item, 1)
end)`),
  lua(`local function asMiner(id, run)
  local player = ESX.GetPlayerFromId(id)
  if player.job.name ~= 'miner' then return end
  run(player)
end
RegisterNetEvent('mine:pay', function(amount)
  asMiner(source, function(player) player.addMoney(amount) end)
end)`),
  lua(`RegisterNetEvent('garage:scrap', function(plate)
  local owner = ESX.GetPlayerFromId(source).identifier
  MySQL.query('SELECT * FROM owned_vehicles WHERE plate = @plate AND owner = @owner', { ['@plate'] = plate, ['@owner'] = owner }, function(rows)
    if #rows == 0 then return end
    MySQL.update('DELETE FROM owned_vehicles WHERE plate = @plate', { ['@plate'] = plate })
  end)
end)`),
  lua(`local halls = { { licenses = { card = { cost = 50 }, permit = { cost = 50 } } } }
RegisterNetEvent('hall:license', function(item, hall)
  local Player = QBCore.Functions.GetPlayer(source)
  local info = halls[hall].licenses[item]
  if not Player.Functions.RemoveMoney('cash', info.cost, 'license') then return end
  Player.Functions.AddItem(item, 1)
end)`),
  lua(`local function getClosestHouse(coords)
  local closest
  for i = 1, #Config.Houses do
    if #(coords - Config.Houses[i].coords) <= 3 then closest = i end
  end
  return closest
end
RegisterNetEvent('house:enter', function(index)
  local house = getClosestHouse(GetEntityCoords(GetPlayerPed(source)))
  if house ~= index then return end
  local inside = Config.Houses[index].inside
  SetEntityCoords(GetPlayerPed(source), inside.x, inside.y, inside.z)
end)`),
  lua(`RegisterNetEvent('papers:sign', function(form)
  local Player = QBCore.Functions.GetPlayer(source)
  local Buyer = QBCore.Functions.GetPlayer(tonumber(form.buyer))
  local row = MySQL.single.await('SELECT id, citizenid FROM player_vehicles WHERE plate = ?', { form.plate })
  if not row or row.citizenid ~= Player.PlayerData.citizenid then return end
  MySQL.update.await('UPDATE player_vehicles SET citizenid = ? WHERE id = ?', { Buyer.PlayerData.citizenid, row.id })
end)`),
  lua(`RegisterNetEvent('ledger:transfer', function(to, amount)
  local own = MySQL.single.await('SELECT id, balance FROM ledgers WHERE citizenid = ?', { QBCore.Functions.GetPlayer(source).PlayerData.citizenid })
  if amount < 1 or own.balance < amount then return end
  MySQL.transaction.await({
    { query = 'UPDATE ledgers SET balance = balance - ? WHERE id = ?', values = { amount, own.id } },
    { query = 'UPDATE ledgers SET balance = balance + ? WHERE id = ?', values = { amount, to } },
  })
end)`),
]
