import {
  addAct,
  addCheck,
  createReach,
  type Act,
  type ActKind,
  type Connections,
  type Trigger,
} from '#server/archives/scan/connections.ts'
import type { Place, Sight } from '#server/archives/scan/sight.ts'
import { constantOf, from, type Value } from '#server/archives/scan/values.ts'

const triggeredByPlayers: ReadonlySet<ActKind> = new Set(['gift', 'right', 'drops-all', 'deletes', 'stops'])
const triggeredByHosts: ReadonlySet<ActKind> = new Set([...triggeredByPlayers, 'job', 'console'])
const largeAmount = 50_000

/** Names of functions and fields that code reads before it acts: a permission, a price, a job or a distance. */
const checkName =
  /^(?!(?:set|add|give|update|trigger))\w*(ace|perm|admin|group|allow|auth|access|staff|whitelist|valid|verif|check|dist|near|coords|cooldown|limit|remove|getmoney|getaccount|getitem|getinventory|hasitem|count|boss|grade|duty|^job$|price|token|secret)/i

export function noteCheck(name: string, at: number, sight: Sight): void {
  if (name.length < 60 && checkName.test(name)) addCheck(sight, at)
}

/** Something is given to a player, or done to all of them. */
export function noteAct(
  kind: ActKind,
  detail: string,
  args: readonly Value[],
  place: Place,
  sight: Sight,
): void {
  if (sight.side === 'client' || sight.side === 'page') return
  sight.isInteresting = true
  // The first of several arguments is the player.
  const given = args.length > 2 ? args.slice(1) : args
  addAct(sight, {
    kind,
    place,
    detail: detail.slice(0, 60),
    isFromHost: given.some((value) => (value.bits & from.http) !== 0),
    isChosen: given.some(({ bits }) => (bits & (from.event | from.command)) !== 0),
    isComputed: given.some(({ bits }) => (bits & from.unknown) !== 0),
    isLarge: given.some(({ num = 0 }) => num >= largeAmount),
  })
}

const triggerTexts: Record<Exclude<Trigger, 'restricted'>, string> = {
  event: 'any player who sends the event',
  command: 'any player who types the command',
  chat: 'any player who writes in the chat',
  http: 'another host',
  web: 'a web request',
}

/** What players and other hosts can make the server do. False for a program that is too complex. */
export function checkConnections(connections: Connections): boolean {
  const { handlers, acts, netEvents } = connections
  if (acts.size === 0) return true
  const reach = createReach(connections)
  const checked = new Set<Act>()
  for (const [fn, { trigger, name, isNet }] of handlers) {
    const bodies = reach.bodiesOf(fn)
    const found = reach.actsIn(bodies)
    const isChecked = trigger === 'restricted' || reach.hasCheckIn(bodies)
    if (isChecked) for (const act of found) checked.add(act)
    const isFromHost = trigger === 'http' || trigger === 'web'
    if (trigger === 'restricted' || (!isNet && !netEvents.has(name)) || (isChecked && !isFromHost)) continue
    for (const act of found)
      if (isOpen(trigger, act))
        act.sight.report(
          isFromHost ? 'remote-switch' : 'open-to-players',
          'medium',
          act.place,
          `${act.detail}, by ${triggerTexts[trigger]} ${trigger === 'chat' ? '' : name}`.trim(),
        )
  }
  for (const act of acts.values())
    if (act.kind === 'right' && act.isComputed && !checked.has(act))
      act.sight.report('grants-rights', 'medium', act.place, `${act.detail}, a computed right`)
  return reach.isWhole()
}

function isOpen(trigger: keyof typeof triggerTexts, { kind, isChosen, isFromHost, isLarge }: Act): boolean {
  // What a host sends may be stored.
  if (trigger === 'http' && kind === 'changes-data') return !isFromHost
  if (trigger === 'http' || trigger === 'web') return triggeredByHosts.has(kind)
  if (trigger === 'chat') return triggeredByPlayers.has(kind) || kind === 'console'
  if (trigger === 'command') return triggeredByPlayers.has(kind)
  if (kind === 'gift') return isChosen || isLarge
  return kind === 'job' ? isChosen : triggeredByPlayers.has(kind)
}

/** Fields of players that tell them apart. */
export const identityFields = new Set(
  'identifier citizenid license license2 steamid charid stateId discordId'.split(' '),
)

const identifierLike =
  /^((char\d+:)?[\da-f]{32,40}|(license2?|steam|discord|fivem|xbl|live|ip):[\da-f.]{6,}|[A-Z]{3}\d{5})$/i
const ofAnyPlayer = /^(license2?|steam|discord|fivem|xbl|live|ip|char\d*)[:_]?$/i

/** The identifier of one player; examples in settings are none. */
export function isIdentifier(text: string | undefined): boolean {
  return text !== undefined && text.length < 100 && identifierLike.test(text) && !isExample(text)
}

function isExample(text: string): boolean {
  const digits = text.slice(text.indexOf(':') + 1)
  return new Set(digits).size < 3 || /0123456|1234567/.test(digits)
}

function isPartOfIdentifier(text: string): boolean {
  return text.length >= 5 && !text.includes('_') && /\d{3}|[\da-f]{6}/i.test(text)
}

/** What GetPlayerName returns. */
export const playerName = '#player-name'

/** Two values are compared, or a date is subtracted. */
export function checkComparison(left: Value, right: Value, place: Place, sight: Sight): void {
  if (sight.side === 'page') return
  checkChecksum(left, right, place, sight)
  checkChecksum(right, left, place, sight)
  for (const [value, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if ((value.bits & from.identity) !== 0 && (other.bits & from.identity) === 0) {
      const text = constantOf(other)
      const isPart =
        (other.bits & from.unknown) === 0 &&
        text !== undefined &&
        isPartOfIdentifier(text) &&
        !ofAnyPlayer.test(text) &&
        !isExample(text)
      if (isPart || isIdentifier(text)) reportPlayer(text ?? '', place, sight)
    }
    if (
      sight.side === 'server' &&
      (value.bits & from.playerHash) !== 0 &&
      (other.bits & from.playerHash) === 0 &&
      other.refs === undefined
    )
      reportPlayer('a hash of an identifier', place, sight)
    if (
      value.refs?.includes(playerName) &&
      (other.text ?? '').length >= 3 &&
      (other.bits & from.unknown) === 0
    )
      reportPlayer(other.text ?? '', place, sight)
    if ((value.bits & from.identity) !== 0 && (other.bits & from.http) !== 0 && sight.side === 'server')
      sight.report('remote-switch', 'medium', place, 'another host names a player')
    if ((value.bits & from.time) !== 0 && isDate(other))
      sight.report('waits-for-date', 'medium', place, constantOf(other))
  }
}

const fromPlayers = from.event | from.command | from.state | from.identity

/** A number that is made of the characters of a text from a player is compared with a constant: the text stays unknown. */
function checkChecksum(value: Value, other: Value, place: Place, sight: Sight): void {
  if (isChecksum(value) && Math.abs(other.num ?? 0) >= 100_000)
    sight.report('hidden-text', 'medium', place, 'a text of a player is compared by its checksum')
}

function isChecksum({ bits }: Value): boolean {
  return (bits & fromPlayers) !== 0 && (bits & from.charCode) !== 0 && (bits & from.arithmetic) !== 0
}

function isDate({ text, num, bits }: Value): boolean {
  if ((bits & from.unknown) !== 0) return false
  // The largest number of 31 bits is a ban without an end.
  if (num !== undefined && num !== 2 ** 31 - 1)
    return (num > 2023 && num < 2041) || (num > 1.6e9 && num < 4.2e9) || (num > 1.6e12 && num < 4.2e12)
  return text !== undefined && /^20\d\d-?[01]\d(-?[0-3]\d)?$/.test(text)
}

const isHash = /^-?\d{6,10}$/

/** A player is looked up by a constant, or among constants. */
export function checkPlayerKey(key: Value, object: Value, place: Place, sight: Sight): void {
  const isIdentity = (key.bits & from.identity) !== 0
  // Most keys are neither, and tables may be large.
  if (sight.side === 'page' || !object.table || (!isIdentity && !isChecksum(key))) return
  const { fields, items } = object.table
  const hash = [...fields.keys()].slice(0, 64).find((name) => isHash.test(name))
  if (hash !== undefined) checkChecksum(key, { bits: 0, num: Number(hash) }, place, sight)
  if (!isIdentity) return
  const known = [...fields.keys(), ...items.slice(0, 64).flatMap((item) => constantOf(item) ?? [])]
    .slice(0, 64)
    .find((name) => isIdentifier(name) || isHash.test(name))
  if (known !== undefined) reportPlayer(known, place, sight)
}

const lookups = /^Get\w*Player\w*(By|From)(CitizenId|Identifier|License|Cid|CharId|StateId)$/i

export function checkPlayerLookup(name: string, args: readonly Value[], place: Place, sight: Sight): void {
  if (!lookups.test(name)) return
  const text = args.map(constantOf).find((one) => one !== undefined && isPartOfIdentifier(one))
  if (text !== undefined && !isExample(text)) reportPlayer(text, place, sight)
}

function reportPlayer(text: string, place: Place, sight: Sight): void {
  sight.report('fixed-player', 'medium', place, text.slice(0, 60))
}

/** Functions of the platform that others rely on. */
const platformFunctions = new Set(
  'AddEventHandler CancelEvent DropPlayer ExecuteCommand GetConvar GetPlayerEndpoint GetPlayerIdentifier GetPlayerIdentifierByType GetPlayerIdentifiers GetPlayerName IsPlayerAceAllowed IsPrincipalAceAllowed LoadResourceFile PerformHttpRequest RegisterCommand RegisterNetEvent RegisterServerEvent SaveResourceFile StopResource TriggerClientEvent TriggerEvent TriggerServerEvent emit emitNet load loadstring on onNet pcall'.split(
    ' ',
  ),
)
/** Objects of the language, and their methods that code relies on. */
const prototypes = /^(Array|String|Object|Function|Promise|Map|Set|JSON)(\.prototype)?$/
const methods = new Set(
  'includes indexOf find some every filter map push startsWith endsWith has get test parse stringify then call apply'.split(
    ' ',
  ),
)

/** Functions of frameworks that check a right. */
const permissionFunctions = /^(has|is|get)\w*(permission|admin|group|ace|staff|banned)\w*$/i
const frameworks = /^(ESX|QBCore(\.Functions)?|vRP)$/

/** A function of the platform or the language is replaced for all code that runs later. */
export function checkReplaced(name: string, object: Value | undefined, place: Place, sight: Sight): void {
  // Tests replace functions as well, and nothing runs them.
  if (sight.side === 'page' || sight.side === 'none') return
  const isGlobal = object === undefined || object.refs?.includes('_G') === true
  const isMethod = object?.refs?.some((ref) => prototypes.test(ref)) === true && methods.has(name)
  const isCheck =
    sight.side === 'server' &&
    permissionFunctions.test(name) &&
    object?.table === undefined &&
    object?.refs?.some((ref) => frameworks.test(ref)) === true
  if ((isGlobal && platformFunctions.has(name)) || isMethod || isCheck)
    sight.report('replaces-function', 'medium', place, name)
}
