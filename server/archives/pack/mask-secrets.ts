const mask = '************'

/**
 * In URLs. Outside of a text, `://` starts a comment in JavaScript and is an error in Lua, and a brace ends the match: no
 * running code can be hidden in such a place.
 */
const urlSecrets: readonly RegExp[] = [
  // The path of a webhook: /api/webhooks/<id>/<token>
  /(:\/\/[\w.:-]{1,100}\/(?:[\w.-]{1,30}\/){0,4}webhooks\/[\w-]{5,40}\/)[\w-]{20,150}/gi,
  /(:\/\/hooks\.slack\.com\/services\/)[\w/-]{20,100}/gi,
  /(:\/\/api\.telegram\.org\/bot)\d{5,15}:[\w-]{20,60}/gi,
  // The password of mysql://user:password@host
  /(:\/\/[\w.%+-]{0,64}:)[^\s/@'"`{}\\]{1,128}(?=@)/gi,
]

/** In settings, where nothing runs. */
const settingSecrets: readonly RegExp[] = [
  // server=127.0.0.1;uid=root;password=…
  /([;"']\s?(?:password|pwd)\s?=\s?)[^;"'\s]{1,128}/gi,
  /(\b(?:sv_licenseKey|rcon_password|steam_webApiKey|sv_tebexSecret)\b["']?\s{0,5}[=:]?\s{0,5}["']?)[^\s"';]{4,200}/gi,
]

/** The replacement is a name, as the key is, so that code that uses it as a name still reads the same. */
const licenseKey = /\bcfxk_\w{10,60}/g

/** An access token of this site, see contract/scripts/tokens.ts. */
const accessToken = /\bshv_[0-9A-Za-z]{38}\b/g

/** Replaces access tokens, tokens of webhooks, passwords of connection strings and license keys of servers. Lines stay lines. */
export function maskSecrets(text: string, { isCode }: { isCode: boolean }): string {
  let masked = text.includes('cfxk_') ? text.replace(licenseKey, 'cfxk_MASKED') : text
  if (masked.includes('shv_')) masked = masked.replace(accessToken, 'shv_MASKED')
  if (text.includes('://')) for (const pattern of urlSecrets) masked = masked.replace(pattern, `$1${mask}`)
  if (!isCode) for (const pattern of settingSecrets) masked = masked.replace(pattern, `$1${mask}`)
  return masked
}
