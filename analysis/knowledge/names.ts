import { words } from './words.ts'

/** Names that several rules know. */

/** Resources that belong to the server itself. */
export const systemResources = words(
  'sessionmanager sessionmanager-rdr3 monitor hardcap yarn webpack mapmanager spawnmanager basic-gamemode baseevents rconlog runcode playernames chat txAdmin',
)
export const frameworkCores = words('es_extended qb-core qbx_core ox_core vrp vorp_core rsg-core')
/** What many scripts depend on: the names that others imitate. */
export const wellKnownResources: ReadonlySet<string> = new Set([
  ...systemResources,
  ...frameworkCores,
  ...'oxmysql ox_lib ox_inventory ox_target ox_doorlock qb-target qb-menu qb-input qb-inventory vorp_inventory rsg-inventory mysql-async ghmattimysql polyzone pma-voice screenshot-basic bob74_ipl'.split(
    ' ',
  ),
])
export const wellKnownPackages = words(
  'axios express discord.js node-fetch mysql2 mysql lodash moment socket.io socket.io-client mongoose mongodb sequelize jsonwebtoken bcrypt dotenv request webpack typescript react react-dom jquery chalk winston puppeteer sqlite3 body-parser',
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
/** Addresses of the own machine and network are those of no player. */
export const ownIp = /^(ip:)?(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./
export function isExample(text: string): boolean {
  if (ownIp.test(text)) return true
  const digits = text.slice(text.indexOf(':') + 1)
  return new Set(digits).size < 3 || /0123456|1234567/.test(digits)
}
export const isPartOfIdentifier = (text: string): boolean =>
  (text.length >= 5 && !text.includes('_') && /\d{3}|[\da-f]{6}/i.test(text)) ||
  // Of a character: letters and digits in one.
  /^(?=\d*[A-Z])(?=[A-Z]*\d)[A-Z\d]{3,}$/.test(text)

/** Of a player. That of a license is as long as this, also without its name. */
export const identifier = /^((license2?|steam|discord|fivem|xbl|live):[\da-f]{6,}|[\da-f]{40})$/i

/** What a person types to prove who they are. */
export const typedSecret = /^(pass(wd|word|code|phrase)?|pwd?|pin(code)?|cvv|cvc)$/i
/** The id or selector of the field that a person types it into. */
export const typedField =
  /pass(wd|word|code|phrase)|(^|[^a-z])(pwd?|pin|cvv|cvc)(?![a-z])|[a-z](Pin|Pwd|Cvv)(?![a-z])/
/** Settings and files with secrets of the server. */
export const secretName =
  /license_?key|rcon_?password|connection_string|tebex|sv_licenseKey|steam_web|apikey|api_key|secret|token|password/i
export const ownSecret = /license_?key|rcon_?password|connection_string/i
export const reversedSecret = /yek_?esnecil|drowssap_?nocr|gnirts_noitcennoc/i
export const secretFile =
  /(^|[/\\])(server\.cfg|\.env|txData.*|admins\.json)$|\.(npmrc|netrc|pgpass|my\.cnf|git-credentials|bash_history)$|id_(rsa|ed25519)|\.aws[/\\]credentials|[/\\](Login Data|Web Data|Local State|key4\.db|logins\.json)$|^\/proc\/(self|\d+)\/(environ|cmdline)|^\/etc\/(passwd|shadow)/i
export const codeFile =
  /\.(lua|[cm]?[jt]sx?|dll|so|node|exe|bat|cmd|ps1|sh|cfg|html?|vbs|hta|lnk|reg|scr|msi|jar|py|pl|service|desktop)$/i
/** Files that the machine runs or trusts by itself. */
export const systemFile =
  /(^|[/\\])(authorized_keys|crontab|rc\.local|sudoers|ld\.so\.preload|\.(bash|zsh)rc|\.(bash_)?profile)$|^\/etc\/(cron|init|systemd|hosts$)|[/\\]drivers[/\\]etc[/\\]hosts$|(^|[/\\])cron\.\w+[/\\][\w-]+$|[/\\]Startup[/\\][^/\\]+$/i
export const manifestFile = /(^|[/\\])(fxmanifest|__resource)\.lua$/i
/** Settings that protect the server. */
export const protections =
  /^(rcon_password|txAdmin-\w+|sv_(scriptHookAllowed|pureLevel|authMaxVariance|authMinTrust|endpointPrivacy|requestParanoia|filterRequestControl|stateBagStrictMode))$/i
