/** Names that several rules know. */

/** Resources that belong to the server itself. */
export const systemResources: ReadonlySet<string> = new Set(
  'sessionmanager sessionmanager-rdr3 monitor hardcap yarn webpack mapmanager spawnmanager basic-gamemode baseevents rconlog runcode playernames chat txAdmin'.split(
    ' ',
  ),
)
export const frameworkCores: ReadonlySet<string> = new Set(
  'es_extended qb-core qbx_core ox_core vrp vorp_core rsg-core'.split(' '),
)
export const antiCheat =
  /^[\w-]{0,20}(anti-?_?che(at|ese)|fiveguard|waveshield|(electron|fire|reaper|phoenix|vanguard)[_-]?ac)[\w-]{0,20}$/i
export const highGroup = /^(group\.)?(super_?admin|admin|god|owner|founder)$/i

/** The identifier of one player. */
const identifierLike =
  /^((char\d+:)?[\da-f]{32,40}|(license2?|steam|discord|fivem|xbl|live|ip):[\da-f.]{6,}|[A-Z]{3}\d{5})$/i
export const ofAnyPlayer = /^(license2?|steam|discord|fivem|xbl|live|ip|char\d*)[:_]?$/i

export function isIdentifier(text: string | undefined): boolean {
  return text !== undefined && text.length < 100 && identifierLike.test(text) && !isExample(text)
}
export function isExample(text: string): boolean {
  const digits = text.slice(text.indexOf(':') + 1)
  return new Set(digits).size < 3 || /0123456|1234567/.test(digits)
}
export const isPartOfIdentifier = (text: string): boolean =>
  text.length >= 5 && !text.includes('_') && /\d{3}|[\da-f]{6}/i.test(text)

/** Of a player. That of a license is as long as this, also without its name. */
export const identifier = /^((license2?|steam|discord|fivem|xbl|live):[\da-f]{6,}|[\da-f]{40})$/i

/** Settings and files with secrets of the server. */
export const secretName =
  /license_?key|rcon_?password|connection_string|tebex|sv_licenseKey|steam_web|apikey|api_key|secret|token|password/i
export const ownSecret = /license_?key|rcon_?password|connection_string/i
export const secretFile = /(^|[/\\])(server\.cfg|\.env|txData.*|admins\.json)$|\.npmrc$|id_rsa/i
export const codeFile = /\.(lua|[cm]?[jt]sx?|dll|so|node|exe|bat|cmd|ps1|sh|cfg|html?)$/i
export const manifestFile = /(^|[/\\])(fxmanifest|__resource)\.lua$/i
