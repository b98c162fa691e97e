import { origin, type Value } from '#analysis/flow/value.ts'
import { http } from './http.ts'
import type { Table } from './knowledge.ts'

const isUnrestricted = ([, , restricted]: readonly Value[]): boolean =>
  restricted?.constants?.includes(true) !== true

/** Functions of the game server and of its client. */
export const cfx: Table = [
  [{ does: 'runs-command', named: { command: 0 } }, 'ExecuteCommand'],
  [
    { ...http, named: { url: 0, body: 3 } },
    'PerformHttpRequest PerformHttpRequestAwait PerformHttpRequestInternal PerformHttpRequestInternalEx socket.http.request',
  ],
  [{ does: 'answers-web', callbacks: origin.web, trigger: 'web' }, 'SetHttpHandler'],
  [{ does: 'reads-file', named: { resource: 0, path: 1 } }, 'LoadResourceFile'],
  [{ does: 'writes-file', named: { resource: 0, path: 1, content: 2 } }, 'SaveResourceFile'],
  [
    { does: 'reads-setting', named: { name: 0, fallback: 1 }, gives: origin.stored },
    'GetConvar GetConvarBool',
  ],
  [{ does: 'reads-setting', named: { name: 0, fallback: 1 } }, 'GetConvarInt GetConvarFloat'],
  [
    { does: 'sets-setting', named: { name: 0, value: 1 } },
    'SetConvar SetConvarReplicated SetConvarServerInfo',
  ],
  [{ does: 'sets-setting', named: { value: 0 } }, 'SetMapName SetGameType'],
  [
    { does: 'reads-identity', gives: origin.private | origin.identity },
    'GetPlayerIdentifiers GetPlayerIdentifier GetPlayerIdentifierByType GetPlayerEndpoint GetPlayerToken GetNumPlayerTokens getPlayerIdentifiers',
  ],
  [{ does: 'stops-resource', named: { resource: 0 } }, 'StopResource'],
  [{ gives: origin.stored }, 'GetResourceKvpString GetExternalKvpString GetResourceKvp GetStateBagValue'],
  [{ gives: origin.check }, 'IsPlayerAceAllowed IsPrincipalAceAllowed IsAceAllowed GetInvokingResource'],
  [{ gives: origin.event, refs: ['#player-name'] }, 'GetPlayerName'],
  [{ refs: ['#player'] }, 'GetPlayerFromIndex'],
  [
    { callbacks: origin.private },
    'exports.screenshot-basic.requestClientScreenshot exports.screenshot-basic.requestScreenshot exports.screencapture.serverCapture',
  ],
  [{ refs: ['#resource'] }, 'GetResourceByFindIndex'],
  [{ gives: origin.otherFile }, 'GetResourceMetadata'],
  [{ refs: ['#own'] }, 'GetCurrentResourceName'],
  [{ special: 'resourcePath' }, 'GetResourcePath'],
  [
    { special: 'players' },
    'GetPlayers getPlayers GetAllVehicles GetAllPeds GetAllObjects ESX.GetPlayers ESX.GetExtendedPlayers QBCore.Functions.GetPlayers',
  ],
  [{ does: 'act', detail: 'drops-all' }, 'DropPlayer DeleteEntity'],
  [{ does: 'act', detail: 'cancels' }, 'CancelEvent'],
  [{ special: 'ped' }, 'GetPlayerPed'],
  [
    { does: 'act', detail: 'moves' },
    'SetEntityCoords SetEntityHealth SetPlayerRoutingBucket FreezeEntityPosition RemoveAllPedWeapons RemoveWeaponFromPed SetPedArmour SetPlayerModel ClearPedTasksImmediately',
  ],
  [{ refs: ['#entity'] }, 'Entity Player StateBag'],
  [{ does: 'locks-entities' }, 'SetRoutingBucketEntityLockdownMode'],
  [
    { does: 'calls-native', named: { hash: 0 }, special: 'native' },
    'Citizen.InvokeNative Citizen.InvokeFunctionReference',
  ],
  [
    { does: 'listens', isNet: true, trigger: 'event', channel: 0, callbacks: origin.event },
    'RegisterNetEvent RegisterServerEvent onNet addNetEventListener',
  ],
  [
    { does: 'listens', trigger: 'event', channel: 0, callbacks: origin.event },
    'AddEventHandler on addEventListener',
  ],
  [
    { does: 'listens', trigger: 'event', callbacks: origin.event },
    'RegisterNUICallback RegisterNuiCallback RegisterRawNuiCallback RegisterNuiCallbackType',
  ],
  [
    {
      does: 'command',
      trigger: 'command',
      channel: 0,
      player: 1,
      callbacks: origin.command,
      isOpen: isUnrestricted,
    },
    'RegisterCommand',
  ],
  [{ does: 'listens', trigger: 'state', channel: 0, callbacks: origin.state }, 'AddStateBagChangeHandler'],
  [{ callbacks: origin.private }, 'RegisterConsoleListener'],
  [{ gives: origin.private }, 'GetConsoleBuffer'],
  [
    { does: 'sends-event', named: { name: 0 }, channel: 0, sends: 1, special: 'asksEvent' },
    'TriggerEvent emit',
  ],
  [
    { does: 'sends-event', named: { name: 0 }, detail: 'clients' },
    'TriggerClientEvent TriggerLatentClientEvent emitNet',
  ],
  [{ does: 'sends-to-server', named: { name: 0 } }, 'TriggerServerEvent TriggerLatentServerEvent'],
  [
    { does: 'exports', named: { name: 0, value: 1 }, callbacks: origin.otherResource, special: 'exports' },
    'exports',
  ],
  [{ does: 'asks-state', named: { resource: 0 } }, 'GetResourceState'],
  [{ special: 'exported' }, 'exports.*'],
  [{ does: 'sends-screen' }, 'exports.screenshot-basic.requestScreenshotUpload'],
  [{ gives: origin.command }, 'lib.inputDialog GetOnscreenKeyboardResult'],
  [{ does: 'shows-page', named: { url: 0 } }, 'CreateDui'],
  [{ does: 'shows-page', named: { url: 1 } }, 'SetDuiUrl'],
  [{ special: 'buildTask' }, 'RegisterResourceBuildTaskFactory'],
  [{ does: 'database', special: 'query' }, 'MySQL.query MySQL'],
]
