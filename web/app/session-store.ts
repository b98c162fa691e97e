import type { CurrentUser, ProfileBanData } from '#contract/access/users.ts'
import { readStored, writeStored } from '#web/ui/stored-text.ts'

export type Session = { token: string; user: CurrentUser }
/** Loaded once per session; until then the user counts as not banned. */
export type BanCheck = 'not-asked' | 'asking' | 'clear' | ProfileBanData

const tokenKey = 'auth_token'
const userKey = 'auth_user'
const listeners = new Set<() => void>()

let session: Session | null = null
let banCheck: BanCheck = 'not-asked'
let isExpired = false

export function subscribeSession(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export const currentSession = () => session
export const currentToken = () => session?.token
export const currentBanCheck = () => banCheck
/** Returns whether the last session ended without a sign-out. */
export const hasSessionExpired = () => isExpired

/** Reads the stored session and follows changes by other tabs. */
export function openSessionStore(): void {
  const stored = readStoredSession()
  if (stored) applySession(stored)
  else clearSession(isExpired)
  addEventListener('storage', ({ key }) => {
    // Not cleared: half a session is one that the other tab is writing.
    if (key === null || key === tokenKey || key === userKey) applySession(readStoredSession())
  })
}

export function saveSession(token: string, user: CurrentUser): void {
  writeStored(tokenKey, token)
  writeStored(userKey, JSON.stringify(user))
  applySession({ token, user })
}

/** Ignored if the user has signed out in the meantime. */
export function refreshUser(token: string, user: CurrentUser): void {
  if (session?.token === token) saveSession(token, user)
}

export function clearSession(hasExpired = false): void {
  writeStored(tokenKey, undefined)
  writeStored(userKey, undefined)
  isExpired = hasExpired
  applySession(null)
}

export function setBanCheck(token: string, result: BanCheck): void {
  if (session?.token !== token) return
  banCheck = result
  notifyListeners()
}

/** Ends an expired session and loads a ban again, if the session is still the one of the failed call. */
export function onAuthError(token: string, code: string): void {
  if (session?.token !== token) return
  if (code === 'unauthenticated') clearSession(true)
  if (code === 'banned' && typeof banCheck === 'string' && banCheck !== 'asking')
    setBanCheck(token, 'not-asked')
}

function applySession(next: Session | null): void {
  if (next?.token !== session?.token) banCheck = 'not-asked'
  session = next
  if (next) isExpired = false
  updateDocumentAttributes()
  notifyListeners()
}

/** The attributes that the first-paint script sets for the styles. */
function updateDocumentAttributes(): void {
  const { dataset } = document.documentElement
  if (session) dataset['auth'] = 'in'
  else delete dataset['auth']
  if (session && !session.user.permissions?.includes('scripts.upload')) dataset['unverified'] = ''
  else delete dataset['unverified']
}

function notifyListeners(): void {
  for (const notify of listeners) notify()
}

function readStoredSession(): Session | null {
  try {
    const [token, text] = [readStored(tokenKey), readStored(userKey)]
    isExpired = token !== null && text !== null
    const user: unknown = text === null ? null : JSON.parse(text)
    if (token !== null && isUser(user) && isTokenValid(token, Date.now())) return { token, user }
  } catch {
    // An invalid user: not signed in.
  }
  return null
}

function isUser(user: unknown): user is CurrentUser {
  return typeof user === 'object' && user !== null && 'id' in user && 'username' in user
}

/** The `exp` claim in milliseconds since 1970; undefined for an invalid token. */
export function tokenExpiry(token: string): number | undefined {
  const claims = token.split('.')[1]
  if (claims === undefined) return undefined
  try {
    const parsed: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    const exp = typeof parsed === 'object' && parsed !== null && 'exp' in parsed ? parsed.exp : undefined
    return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}

export function isTokenValid(token: string, now: number): boolean {
  const expiry = tokenExpiry(token)
  return expiry !== undefined && expiry > now
}
