import { words } from './words.ts'

/** Functions and modules whose names are worth hiding. */

/** Names that alone say that a text is hidden code. */
export const dangerousNames = words(
  'load loadstring loadfile dofile PerformHttpRequest PerformHttpRequestAwait ExecuteCommand SaveResourceFile eval Function child_process execSync spawnSync',
)
/** Globals that are found by a text. */
export const hiddenNames = words(
  'load loadstring loadfile dofile PerformHttpRequest PerformHttpRequestAwait PerformHttpRequestInternal ExecuteCommand SaveResourceFile LoadResourceFile os io debug eval Function require process',
)
export const hiddenMembers = words(
  'constructor _load _compile mainModule exec spawn fromCharCode sendBeacon rmSync unlinkSync writeFileSync appendFileSync addMoney addAccountMoney addInventoryItem AddMoney AddItem setGroup AddPermission',
)
export const dangerousModules = words('child_process fs net vm worker_threads http https dgram module')

/** Lists that contain such functions. */
export const functionLists = words('_G os io debug module:child_process module:vm')

/** Functions that Citizen.InvokeNative calls by the hash of their name. */
const natives =
  'PerformHttpRequestInternal PerformHttpRequestInternalEx ExecuteCommand SaveResourceFile LoadResourceFile StopResource SetHttpHandler SetConvar GetConvar DropPlayer'
export const nativeNames: ReadonlyMap<number, string> = new Map(
  natives.split(' ').map((name) => [nativeHash(name), name]),
)

/** Jenkins' one-at-a-time hash of the name in its documented form, such as execute_command. */
export function nativeHash(name: string): number {
  const text = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
  let hash = 0
  for (const code of Buffer.from(text)) {
    hash = Math.imul(hash + code, 1025)
    hash ^= hash >>> 6
  }
  hash = Math.imul(hash, 9)
  hash ^= hash >>> 11
  return Math.imul(hash, 32_769) >>> 0
}
