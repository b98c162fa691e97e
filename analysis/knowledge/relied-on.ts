import { words } from './words.ts'

/** Functions that other code relies on, where a script replaces them. */

export const platformFunctions = words(
  'AddEventHandler CancelEvent DropPlayer ExecuteCommand GetConvar GetPlayerEndpoint GetPlayerIdentifier GetPlayerIdentifierByType GetPlayerIdentifiers GetPlayerName IsPlayerAceAllowed IsPrincipalAceAllowed LoadResourceFile PerformHttpRequest RegisterCommand RegisterNetEvent RegisterServerEvent SaveResourceFile StopResource TriggerClientEvent TriggerEvent TriggerServerEvent emit emitNet load loadstring on onNet pcall',
)
export const prototypes = /^(Array|String|Object|Function|Promise|Map|Set|JSON)(\.prototype)?$/
export const prototypeMethods = words(
  'includes indexOf find some every filter map push startsWith endsWith has get test parse stringify then call apply',
)
export const frameworkTables = /^(ESX|QBCore(\.Functions)?|vRP)$/
export const permissionFunctions =
  /^(has|is|get)_?(user|player)?_?(permissions?|admin|group|ace|staff|banned)$/i
/** Every query of the resource passes through its functions. */
export const databaseTables = /^MySQL(\.(Async|Sync|query|single|scalar|insert|update))?$/
export const databaseFunctions =
  /^(await|execute|fetch(All|Scalar)?|insert|prepare|query|rawExecute|ready|scalar|single|store|transaction|update)$/i
