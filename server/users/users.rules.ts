import { addressKey, networkKey } from '#platform/limits.ts'

/** Names and addresses are the same person's without regard to case. */
export function usernameKey(username: string): string {
  return username.toLowerCase()
}

export function emailKey(email: string): string {
  return email.toLowerCase()
}

const reservedNames = new Set([
  'admin',
  'administrator',
  'administration',
  'anonymous',
  'banned',
  'deleted',
  'everyone',
  'guest',
  'help',
  'helpdesk',
  'moderation',
  'moderator',
  'official',
  'owner',
  'root',
  'scripthaven',
  'security',
  'staff',
  'superuser',
  'support',
  'system',
  'webmaster',
])

/** A name that would seem to speak for the site. To a reader separators make no other name of it. */
export function isReservedName(username: string, siteName: string): boolean {
  const bare = lettersOf(username)
  return reservedNames.has(bare) || reservedNames.has(bare.replace(/s$/, '')) || bare === lettersOf(siteName)
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Where an avatar is served; the row keeps its key in the file store. */
export function avatarAddress(key: string | null): string | null {
  return key === null ? null : `/files/${key}`
}

/** What of an address may be kept for good: `192.0.2.0/24`, `2001:db8:1:2::/64`. */
export function networkOf(ip: string): string {
  if (ip.includes('/')) return ip
  return ip.includes(':') && !ip.startsWith('::ffff:') ? `${addressKey(ip)}::/64` : `${networkKey(ip)}.0/24`
}
