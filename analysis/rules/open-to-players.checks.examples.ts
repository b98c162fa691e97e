import { lua, type Example } from './rule.ts'

/** Conditions that say something of the sender, or do not. */
export const checksFound: readonly Example[] = [
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
]
export const checksNotFound: readonly Example[] = [
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
]
