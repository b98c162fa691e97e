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
]
