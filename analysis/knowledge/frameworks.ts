import { origin, textOf, type Value } from '#analysis/flow/value.ts'
import type { Knowledge, Table } from './knowledge.ts'

const command = (isOpen: (args: readonly Value[]) => boolean): Knowledge => ({
  does: 'command',
  trigger: 'command',
  channel: 0,
  player: 1,
  callbacks: origin.command,
  isOpen,
})
const callback: Knowledge = {
  does: 'listens',
  isNet: true,
  trigger: 'event',
  channel: 0,
  player: 1,
  callbacks: origin.event,
}
const gift: Knowledge = { does: 'act', detail: 'gift' }

/** Functions of ESX, QBCore, ox_lib, vRP and their database libraries. */
export const frameworks: Table = [
  [
    { ...callback, answers: 1 },
    'ESX.RegisterServerCallback ESX.RegisterClientCallback QBCore.Functions.CreateCallback VORPcore.Callback.Register VORPcore.addRpcCallback .RegisterServerCallback .CreateCallback .addNewCallBack .addRpcCallback .AddRpcCallback',
  ],
  [
    { ...callback, answers: 'returns' },
    'lib.callback.register module:@overextended/ox_lib/server.onClientCallback',
  ],
  [{ does: 'answers' }, '#answer #deferrals.done #deferrals.update #deferrals.presentCard'],
  [command(([, group]) => textOf(group ?? { origins: 0 }) === 'user'), 'ESX.RegisterCommand'],
  [command((args) => args[5] === undefined || textOf(args[5]) === 'user'), 'QBCore.Commands.Add'],
  [
    command(([, options]) => {
      const restricted = options?.objects?.[0]?.fields.get('restricted')?.value
      return (
        restricted === undefined ||
        restricted.origins + (restricted.constants?.length ?? 0) === 0 ||
        restricted.constants?.[0] === false
      )
    }),
    'lib.addCommand',
  ],
  [{ asks: true, gives: origin.event }, 'lib.callback.await'],
  [{ asks: true, callbacks: origin.event }, 'lib.callback .TriggerServerCallback .TriggerCallback'],
  [{ special: 'newClass' }, 'lib.class'],
  [
    gift,
    '.addMoney .addAccountMoney .addInventoryItem .addWeapon .setAccountMoney .setMoney .AddMoney .AddItem .SetMoney .giveMoney .giveBankMoney .giveInventoryItem .giveItem .addItem .addCurrency .addGold .addCash .addBank .setBankMoney .GiveItem .addinventoryitem .AddInventoryItem .giveWeapon .addCredits .addCoins .setCash .giveWeapons .addItemToInventory .setInventoryItem .setInventory .SetInventory .addItems .AddItems .createWeapon .GiveWeapon .addBalance .AddBalance .addBankBalance .addBankBalanceByIdentifier .addBankMoney .AddBankMoney .AddCash .AddGangMoney .addSocietyMoney .AddSocietyMoney .AddMoneyToAccount .CreatePlayerVehicle .generateItem .giveCoins .giveGems .addGems .addRol .addTokens .AddCoins .AddCredits .giveVehicle .GiveVehicle ESX.CreatePickup GiveWeaponToPed',
  ],
  [{ does: 'act', detail: 'player-data' }, '.SetPlayerData .SetMetaData .setData .setMetadata .setMeta'],
  [{ does: 'act', detail: 'stored-data' }, '.setUData .setSData .setUserData .SetUserData'],
  [{ does: 'act', detail: 'inventory' }, '.forceOpenInventory .OpenInventory .OpenInventoryById'],
  [
    { does: 'act', detail: 'job' },
    '.setJob .SetJob .setjob .set_job .setJobGrade .SetJobGrade .SetGang .setGang .AddPlayerToJob .AddPlayerToGang .SetPlayerPrimaryJob .SetPlayerPrimaryGang',
  ],
  [
    { does: 'act', detail: 'right' },
    '.setGroup .AddPermission .SetPermission .addUserGroup .addPermission .addUserPermission .setPermission .insertPermission .setWhitelisted .setBanned .setCharacterRole',
  ],
  [
    { pays: 'always', does: 'act', detail: 'takes' },
    '.removeMoney .removeAccountMoney .removeInventoryItem .removeItem .removeInventoryitem .removeCurrency .subItem .subItemById .subItemID .subWeapon .removeGold',
  ],
  [
    { pays: 'if-true', does: 'act', detail: 'takes' },
    '.RemoveMoney .RemoveItem .tryPayment .tryFullPayment .tryGetInventoryItem',
  ],
  [{ does: 'act', detail: 'takes' }, '.ClearInventory .ConfiscateInventory .clearInventory'],
  [{ does: 'act', detail: 'drops-one' }, '.kick .Kick .KickPlayer .BanPlayer .banPlayer .ExploitBan'],
  [{ does: 'act', detail: 'deletes' }, '.ForceDeleteCharacter'],
  [
    { gives: origin.check },
    'QBCore.Functions.HasPermission .HasPermission .hasPermission .hasGroup .getGroup .isAdmin .getJob .getMoney .getAccount .getInventoryItem .GetMoney .GetItemByName .GetItemCount .getItemCount',
  ],
  // Lists of all that there is.
  [
    { refs: ['#list'] },
    'ESX.GetJobs .GetJobs .GetGangs .getJobs .GetSharedJobs .GetSharedGangs .Items .GetVehiclesByName .GetWeapons',
  ],
  [
    { does: 'finds-player' },
    'QBCore.Functions.GetPlayerByCitizenId ESX.GetPlayerFromIdentifier .GetPlayerByCitizenId .GetPlayerFromIdentifier .GetOfflinePlayerByCitizenId QBCore.Functions.GetOfflinePlayerByCitizenId',
  ],
  [{ special: 'interface' }, 'module'],
  [{ special: 'named' }, 'Proxy.getInterface'],
  [{ special: 'tunnel' }, 'Tunnel.bindInterface'],
  [
    { does: 'database', special: 'query' },
    'vRP.query vRP.execute vRP.scalar vRP.prepare vRP._query vRP._execute vRP._prepare',
  ],
  [{ does: 'sends-event', named: { name: 0 }, detail: 'clients' }, '.triggerEvent'],
  [{ does: 'sends-more' }, '.write .end .send .sendMail'],
]
