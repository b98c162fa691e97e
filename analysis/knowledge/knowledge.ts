import type { CallKind, Trigger } from '#analysis/flow/events.ts'
import type { SpecialName } from '#analysis/flow/special-calls.ts'
import type { Value } from '#analysis/flow/value.ts'
import { browser } from './browser.ts'
import { cfx } from './cfx.ts'
import { frameworks } from './frameworks.ts'
import { language } from './language.ts'
import { node } from './node.ts'
import { words } from './words.ts'

/** What a function that the program does not define does. Indexes are those of arguments. */
export type Knowledge = {
  does?: CallKind
  named?: Record<string, number>
  detail?: string
  /** Origins of what it returns. */
  gives?: number
  refs?: readonly string[]
  returns?: 'first' | 'object' | 'replaced' | 'element' | 'all' | 'carried' | 'nothing'
  /** It calls all functions among its arguments with values of these origins. */
  callbacks?: number
  returnsCallback?: true
  /** The first parameters of a callback are players. */
  player?: number
  /** It answers a client: with what a function returns, or gives to this parameter. */
  answers?: number | 'returns'
  passesObject?: true
  /** A client asks the server by it, and the server a client. */
  asks?: true
  /** It calls one of its arguments with the others from there on. */
  apply?: readonly [callee: number, from: number]
  /** The argument that names an event, whose arguments are sent from there on. */
  channel?: number
  sends?: number
  trigger?: Trigger
  isNet?: true
  /** Everyone may type the command. */
  isOpen?: (args: readonly Value[]) => boolean
  /** It takes something from a player: what follows is an exchange, if that is no fixed amount, or if it says so. */
  pays?: 'always' | 'if-true'
  special?: SpecialName
}

export type Table = readonly (readonly [entry: Knowledge, names: string])[]

function tableOf(...tables: readonly Table[]): Map<string, Knowledge> {
  const known = new Map<string, Knowledge>()
  for (const [entry, names] of tables.flat()) for (const name of names.split(' ')) known.set(name, entry)
  return known
}

const common = tableOf(language, cfx, frameworks)
const ofJavaScript = tableOf(node, browser)
const luaOnly = words('load loadstring loadfile dofile')
/** Lua has no such functions: scripts give these names to their own. */
export const javaScriptOnly = words(
  'on onNet emit emitNet addEventListener addNetEventListener getPlayers getPlayerIdentifiers',
)

export function findKnowledge(name: string, kind: 'lua' | 'javascript'): Knowledge | undefined {
  if (kind === 'javascript') {
    const known = ofJavaScript.get(name)
    if (known) return known
    if (luaOnly.has(name)) return undefined
  } else if (javaScriptOnly.has(name)) return undefined
  return (
    common.get(name) ??
    (name.startsWith('exports.')
      ? patternOf(name)
      : name.startsWith('MySQL.')
        ? common.get('MySQL.query')
        : undefined)
  )
}

/** The entry of a method by its name, which its table has with a point. */
export function findMethod(name: string, kind: 'lua' | 'javascript'): Knowledge | undefined {
  return (kind === 'javascript' ? methodsOfJavaScript.get(name) : undefined) ?? methods.get(name)
}

const methodsOf = (table: ReadonlyMap<string, Knowledge>): Map<string, Knowledge> =>
  new Map([...table].filter(([name]) => name.startsWith('.')).map(([name, entry]) => [name.slice(1), entry]))
const methods = methodsOf(common)
const methodsOfJavaScript = methodsOf(ofJavaScript)

const databases = /^exports\.(oxmysql|ghmattimysql|mysql-async)\./
function patternOf(name: string): Knowledge | undefined {
  return databases.test(name) ? common.get('MySQL.query') : common.get('exports.*')
}

export const globalAliases: ReadonlyMap<string, string> = new Map([
  ['jQuery', '$'],
  ['globalThis', '_G'],
  ['window', '_G'],
  ['global', '_G'],
  ['self', '_G'],
  ...['axios', 'got', 'superagent', 'undici'].map((name): [string, string] => [name, `module:${name}`]),
])

/** Fields of players that tell them apart. */
export const identityFields = words('identifier citizenid license license2 steamid charid stateId discordId')

/** Words in the names of functions and fields that ask for a permission, a price, a job, a place or ownership. */
const checkWords = words(
  'ace aces perm perms permission permissions permitted admin group groups allow allowed authorized auth access staff whitelist whitelisted valid validate verify check distance dist near nearby closest coords cooldown limit remove money account item inventory count boss grade duty job price cost owner owned owns amount balance cash bank token secret gang rank role zone entity gold credit funds employee member license attachment',
)
/** What a player may have in plural. */
const isCheckWord = (word: string): boolean => checkWords.has(word) || checkWords.has(word.replace(/s$/, ''))
/** Asks whether there is room for it, not who may have it. */
const asksForRoom = /^can_?(carry|add|swap|hold|receive|fit)/i
const changing = words('set add give update trigger send create register notify show')
const checked = new Map<string, boolean>()

export function isCheckName(name: string): boolean {
  const known = checked.get(name)
  if (known !== undefined) return known
  const parts =
    name.length > 60 ? [] : name.split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase())
  const result = !changing.has(parts[0] ?? '') && !asksForRoom.test(name) && parts.some(isCheckWord)
  if (checked.size < 50_000) checked.set(name, result)
  return result
}
