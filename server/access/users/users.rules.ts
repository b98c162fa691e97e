import { ipKey, networkKey } from '#platform/rate-limits/policies.ts'

/** Usernames and email addresses are unique without regard to case. */
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

/** A name that could be mistaken for staff of the site. Separators and a plural s are ignored. */
export function isReservedName(username: string, siteName: string): boolean {
  const bare = lettersOf(username)
  return reservedNames.has(bare) || reservedNames.has(bare.replace(/s$/, '')) || bare === lettersOf(siteName)
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The column contains the key in the file store. */
export function avatarUrl(key: string | null): string | null {
  return key === null ? null : `/files/${key}`
}

/** The network of an IP: `192.0.2.0/24`, `2001:db8:1:2::/64`. */
export function networkOf(ip: string): string {
  if (ip.includes('/')) return ip
  return ip.includes(':') && !ip.startsWith('::ffff:') ? `${ipKey(ip)}::/64` : `${networkKey(ip)}.0/24`
}
