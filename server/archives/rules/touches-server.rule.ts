import { frameworkResources } from '#contract/manifest/frameworks.ts'
import { hasCodeWords } from '#server/archives/scan/decode.ts'
import type { Place, Sight } from '#server/archives/scan/sight.ts'
import {
  bitsOf,
  constantOf,
  from,
  nothing,
  outside,
  textOf,
  unknown,
  type Value,
} from '#server/archives/scan/values.ts'

import { isIdentifier, noteAct } from './trusts-others.rule.ts'

/** Resources that belong to the server itself. */
export const systemResources: ReadonlySet<string> = new Set(
  'sessionmanager sessionmanager-rdr3 monitor hardcap yarn webpack mapmanager spawnmanager basic-gamemode baseevents rconlog runcode playernames chat txAdmin'.split(
    ' ',
  ),
)

const codeFile = /\.(lua|[cm]?[jt]sx?|dll|so|node|exe|bat|cmd|ps1|sh|cfg|html?)$/i
const manifest = /(^|[/\\])(fxmanifest|__resource)\.lua$/i

/** Not what the owner of the server stores or types. */
const foreign = from.http | from.event | from.web | from.state | from.otherResource | from.decoded

/** A file is written; `resource` is given where the function names one. */
export function checkWrite(
  path: Value,
  content: Value,
  resource: Value | undefined,
  place: Place,
  sight: Sight,
): void {
  const end = constantOf(path) ?? path.tail ?? ''
  const start = constantOf(path) ?? path.head ?? ''
  sight.fact('writes-files', place, end.slice(-60) || undefined)
  sight.connections.writesFiles = true
  const bits = bitsOf(content)
  const text = content.text ?? content.tail ?? content.head
  if (text !== undefined && hasCodeWords(text) && (codeFile.test(end) || !/\.\w{1,5}$/.test(end)))
    sight.runs(text, place)
  sight.writtenBits |= bits & (outside | from.http | from.decoded)
  const isForeign = (bits & foreign) !== 0
  const isNamed = (bitsOf(path) & (from.http | from.web | from.event)) !== 0
  if (isNamed && path.text === undefined && path.tail === undefined)
    sight.report('writes-code', 'medium', place, 'a file that is named from outside')
  const isCode =
    text !== undefined && hasCodeWords(text) && constantOf(path) === undefined && !/\.\w{1,5}$/.test(end)
  if (isCode) sight.report('writes-code', 'medium', place, text.slice(0, 60))
  else if (
    (bits & from.file) !== 0 &&
    path.text === undefined &&
    path.tail === undefined &&
    path.head === undefined
  )
    sight.report('writes-code', 'medium', place, 'changes files whose names are not known')
  if (manifest.test(end))
    sight.report('writes-code', isForeign || sight.side !== 'none' ? 'high' : 'medium', place, 'a manifest')
  else if (codeFile.test(end))
    sight.report('writes-code', isForeign ? 'high' : 'medium', place, end.slice(-60))
  else if (isForeign && !/\.\w{1,5}$/.test(end) && (bits & (from.http | from.decoded)) !== 0)
    sight.report('writes-code', 'medium', place, 'a download, under a computed name')
  checkOther(`${start}\n${end}`, resource, place, sight)
}

/** A file is removed. */
export function checkRemoval(path: Value, place: Place, sight: Sight): void {
  sight.fact('writes-files', place)
  noteAct('deletes', 'removes files', [path], place, sight)
  checkOther(`${constantOf(path) ?? path.head ?? ''}\n${path.tail ?? ''}`, undefined, place, sight)
}

/** One of all resources of the server. */
export const anyResource = '#resource'

function checkOther(start: string, resource: Value | undefined, place: Place, sight: Sight): void {
  if (resource?.refs?.includes(ownResource) && !resource.refs.includes(anyResource)) return
  const name = resource
    ? constantOf(resource)
    : /(?:^|\/)resources\/(?:\[[^\]/]*\]\/)*([^/\n]+)(?:\/|$)/m.exec(start)?.[1]
  if (name === anyResource || resource?.refs?.includes(anyResource))
    sight.report('writes-other-resource', 'high', place, 'any resource of the server')
  else if (name !== undefined && name !== sight.resource)
    sight.report(
      'writes-other-resource',
      systemResources.has(name) ? 'high' : 'medium',
      place,
      name.slice(0, 60),
    )
  else if (/(^|[/\\])\.\.([/\\]|$)/m.test(start))
    sight.report('writes-other-resource', 'high', place, start.trim().slice(0, 60))
  if (/txData|admins\.json/.test(start)) sight.report('txadmin', 'high', place, start.trim().slice(0, 60))
}

/** A command of the console. */
export function checkCommand(value: Value, place: Place, sight: Sight): void {
  const text = value.text ?? value.head ?? ''
  const grant = /\badd_(ace|principal)\b/.exec(text)
  if (grant) {
    const isFixed =
      /identifier\.\w+:\w{4,}/.test(text) || /add_ace\s+(builtin\.everyone|group\.everyone)\s/.test(text)
    sight.report('grants-rights', isFixed ? 'high' : 'low', place, text.slice(0, 80))
    sight.grants ??= place
  }
  const isHighGroup = /\bgroup\.(super_?admin|admin|god|owner)\s*$/.test(value.tail ?? '')
  const given = grant && isHighGroup ? [unknown] : []
  noteAct(grant ? 'right' : 'console', text === '' ? 'ExecuteCommand' : text, given, place, sight)
  if (text === '') sight.runsBuiltCommand = true
  if (
    text === '' &&
    sight.side !== 'client' &&
    (value.bits & from.unknown) !== 0 &&
    (bitsOf(value) & (outside | from.http | from.decoded)) === 0
  )
    sight.report('runs-computed-code', 'medium', place, 'a console command that is made of parts')
  const [command = '', name = ''] = text.trim().split(/\s+/, 2)
  if (/^set[rs]?$/.test(command)) checkSetting(textOf(name), place, sight)
  else checkSetting(textOf(command), place, sight)
  if (/^(stop|restart)$/.test(command)) checkStop(name === '' ? unknown : textOf(name), place, sight)
  if (/^\s*quit\b/.test(text)) sight.report('stops-server', 'medium', place, 'quit')
}

const txAdminSecret = /X-TxAdmin-Token|txAdmin-luaComToken|txAdminToken|txAdmin-luaComHost/i
const txAdminPath = /^\S{0,200}txData[/\\]/i
const secretName =
  /license_?key|rcon_?password|connection_string|tebex|sv_licenseKey|steam_web|apikey|api_key|secret|token|password/i
const secretFile = /(^|[/\\])(server\.cfg|\.env|txData.*|admins\.json)$|\.npmrc$|id_rsa/i

/** Of a player. That of a license is as long as this, also without its name. */
const identifier = /^((license2?|steam|discord|fivem|xbl|live):[\da-f]{6,}|[\da-f]{40})$/i

const changeForPlayer =
  /^\s*(?:update|insert|replace|delete)\s[^]*['"](?:license2?|steam|discord|fivem):[\da-f]{8,}/i
const fxVersion = /^[^a-z]{0,20}fx_version\s{1,9}['"]/i

const protections =
  /^(rcon_password|sv_(scriptHookAllowed|pureLevel|authMaxVariance|authMinTrust|endpointPrivacy|requestParanoia|filterRequestControl|stateBagStrictMode))$/i

/** A setting of the server that protects it. */
export function checkSetting(name: Value, place: Place, sight: Sight): void {
  const text = constantOf(name)
  if ((name.bits & (from.http | from.event | from.web)) !== 0)
    sight.report('lowers-protection', 'medium', place, 'a setting that is named from outside')
  if (text !== undefined && protections.test(text)) sight.report('lowers-protection', 'medium', place, text)
}

const antiCheat =
  /^[\w-]{0,20}(anti-?_?che(at|ese)|fiveguard|waveshield|(electron|fire|reaper|phoenix|vanguard)[_-]?ac)[\w-]{0,20}$/i

/** A resource is stopped. */
export function checkStop(resource: Value, place: Place, sight: Sight): void {
  const name = constantOf(resource)
  noteAct('stops', 'StopResource', [resource], place, sight)
  if (name !== undefined && name !== sight.resource && antiCheat.test(name))
    sight.report('lowers-protection', 'medium', place, `stops ${name}`)
  if (resource.refs?.includes(anyResource))
    sight.report('stops-server', 'medium', place, 'stops any resource of the server')
  else if ((resource.bits & from.unknown) !== 0 && !resource.refs?.includes(ownResource))
    sight.stopsResource ??= place
}

/** What GetCurrentResourceName returns. */
export const ownResource = '#own'

export function checkProtection(sight: Sight): void {
  if (sight.manifestText && sight.connections.writesFiles)
    sight.report('writes-code', 'medium', sight.manifestText, 'the text of a manifest')
  if (sight.stopsResource && sight.antiCheat)
    sight.report(
      'lowers-protection',
      'medium',
      sight.stopsResource,
      `names an anti-cheat in line ${sight.antiCheat.line}`,
    )
}

const frameworkCores = new Set<string>(Object.values(frameworkResources))
const grants = /^(setGroup|AddPermission|SetPermission|addUserGroup)$/
const highGroup = /^(group\.)?(super_?admin|admin|god|owner|founder)$/i
const gifts =
  /^(?:(?:add|give)(?:account|bank|player|inventory)?(?:money|cash|currency|items?|weapon|gold|credits?|coins?|balance)|addBank|set(?:account|bank)?(?:money|cash|balance))$/i

/** A function of a framework that gives a player rights, money or items. */
export function checkGift(key: string, given: readonly Value[], place: Place, sight: Sight): void {
  if (sight.side === 'client' || sight.side === 'page') return
  const [only] = given
  // The first version of vRP takes its arguments in a table.
  const args = given.length === 1 && only?.table && only.table.items.length > 1 ? only.table.items : given
  if (gifts.test(key)) {
    sight.gives ??= place
    noteAct('gift', key, args, place, sight)
  }
  if (/^set_?job$/i.test(key)) noteAct('job', key, args, place, sight)
  const group =
    grants.test(key) &&
    args.find((value) => (value.bits & from.unknown) === 0 && highGroup.test(constantOf(value) ?? ''))
  if (grants.test(key) && !frameworkCores.has(sight.resource))
    noteAct('right', key, args.slice(-1), place, sight)
  if (!group) return
  sight.report('grants-rights', 'medium', place, `${key} ${constantOf(group)}`)
  sight.grants ??= place
}

/** An event of a framework gives a player a group. */
export function checkGroupEvent(name: string, args: readonly Value[], place: Place, sight: Sight): void {
  if (sight.side === 'client' || !/group|perm|admin|rank/i.test(name)) return
  const group = args.map(constantOf).find((text) => text !== undefined && highGroup.test(text))
  if (group !== undefined) sight.report('grants-rights', 'medium', place, `${name} ${group}`)
}

/** The identifier of one player, in a file that grants rights. */
export function checkIdentifier(sight: Sight): void {
  if (sight.grantText && sight.runsBuiltCommand) {
    sight.report('grants-rights', 'medium', sight.grantText, 'a command that is made of parts')
    sight.grants ??= sight.grantText
  }
  if (sight.grants && sight.identifier)
    sight.report('grants-rights', 'high', sight.grants, `a fixed identifier in line ${sight.identifier.line}`)
  else if (sight.gives && sight.identifier)
    sight.report(
      'grants-rights',
      'medium',
      sight.gives,
      `money or items, and a fixed identifier in line ${sight.identifier.line}`,
    )
}

export function checkText(text: string, place: Place, sight: Sight): void {
  if (text.length < 100 && identifier.test(text)) sight.identifier ??= place
  if (text.length < 2000 && changeForPlayer.test(text))
    sight.report('grants-rights', 'medium', place, 'in the database, for a fixed identifier')
  if (fxVersion.test(text) && sight.side === 'server') sight.manifestText ??= place
  if (text.length < 60 && (ownSecret.test(text) || ownSecret.test(reversed(text))))
    sight.connections.secretName ??= text
  if (text.length < 100 && secretFile.test(text)) sight.connections.secretFile ??= text
  if (text.length < 60 && text !== sight.resource && antiCheat.test(text)) sight.antiCheat ??= place
  if (text.length < 200 && /^\s*add_(ace|principal)\b/.test(text)) sight.grantText ??= place
  if (text.length < 2000 && txAdminSecret.test(text)) sight.report('txadmin', 'high', place)
  else if (txAdminPath.test(text)) sight.report('txadmin', 'medium', place)
}

function reversed(text: string): string {
  return Array.from(text).reverse().join('')
}

const secretFilePattern = /server\S{0,8}cfg|secrets?\S{0,8}cfg|admins\S{0,4}json|txData/i

/** A regular expression of the code may search for files with secrets. */
export function checkPattern(text: string, sight: Sight): void {
  if (text.length < 100 && secretFilePattern.test(text)) sight.connections.secretFile ??= text
}

/** A setting of the server, or a file, that may be a secret. Returns a bit for those that no other host should get. */
export function checkSecret(name: Value, place: Place, sight: Sight, isFile = false): number {
  const text = constantOf(name) ?? name.tail ?? name.head
  const isComputed = text === undefined || (name.bits & from.unknown) !== 0
  if (isComputed && !isFile && sight.connections.secretName !== undefined) {
    sight.isInteresting = true
    return from.secret
  }
  if (text === undefined || !(isFile ? secretFile : secretName).test(text)) return 0
  sight.fact('reads-secrets', place, text.slice(0, 60))
  sight.isInteresting = true
  if (isFile || ownSecret.test(text)) sight.readsSecrets ??= place
  else sight.readsKeys ??= place
  if (isFile && /txData|admins\.json/.test(text)) sight.report('txadmin', 'high', place, text.slice(0, 60))
  return isFile || ownSecret.test(text) ? from.secret : from.private
}

/** Other keys and tokens are sent to the host that they belong to. */
const ownSecret = /license_?key|rcon_?password|connection_string/i

/** A query that grants rights or deletes tables. */
export function checkQuery(query: string, values: readonly Value[], place: Place, sight: Sight): void {
  const text = query.slice(0, 2000)
  const grant =
    /\b(group|role|rank|permissions?|permission_level|admin_?level)[`"\]]?\s{0,9}=\s{0,9}['"](super_?admin|admin|god|owner)\b/i
  const isGiven =
    /\b(group|role|rank|permissions?|permission_level|admin_?level)[`"\]]?\s{0,9}=\s{0,9}[?@:]/i.test(text) &&
    values.some((value) => highGroup.test(constantOf(value) ?? ''))
  // The value of the last placeholder is the player.
  const last = values.findLast((value) => value !== nothing)
  const isOfOne =
    /\bwhere\s+`?(identifier|citizenid|license|charid)`?\s*=\s*\?\s*;?\s*$/i.test(text) &&
    last !== undefined &&
    (last.bits & from.unknown) === 0 &&
    (last.text ?? '').length >= 8
  if (
    /^\s*(update|insert)\b/i.test(text) &&
    (isOfOne || values.some((value) => isIdentifier(constantOf(value))))
  )
    sight.report('grants-rights', 'medium', place, 'in the database, for a fixed identifier')
  if (/^\s*(update|delete)\b/i.test(text)) noteAct('changes-data', 'a query', [...values], place, sight)
  const isBuilt = /^\s*(update|insert into|replace into)\s+[`"]?$/i.test(text)
  if (isBuilt && values.some((value) => highGroup.test(constantOf(value) ?? '')))
    sight.report('grants-rights', 'medium', place, 'in the database, by a computed query')
  if (/\bupdate\b/i.test(text) && (isGiven || grant.test(text))) {
    sight.grants ??= place
    sight.report('grants-rights', 'medium', place, 'in the database')
  }
  if (
    /^\s*delete\s+from\s+[`"]?(users|players|characters|owned_vehicles|player_vehicles|bank_accounts)[`"]?\s*;?\s*$/i.test(
      text,
    )
  )
    sight.report('deletes-data', 'medium', place, text.trim())
  const deletes = /\b(drop\s{1,9}(table|database)|truncate)\b/i.exec(text)?.[0]
  if (deletes !== undefined) {
    noteAct('deletes', deletes, [], place, sight)
    sight.report('deletes-data', 'medium', place, deletes)
  }
}
