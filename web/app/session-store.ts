import type { CurrentUser, ProfileBanData } from '#contract/accounts.ts'

import { isTokenAlive } from './token-expiry.ts'

export type Session = { token: string; user: CurrentUser }
/** Asked once per session; a person is let in until the answer says otherwise. */
export type BanCheck = 'not-asked' | 'asking' | 'clear' | ProfileBanData

const tokenKey = 'auth_token'
const userKey = 'auth_user'
const listeners = new Set<() => void>()

let session: Session | null = null
let banCheck: BanCheck = 'not-asked'

export function subscribeSession(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export const currentSession = () => session
export const currentToken = () => session?.token
export const currentBanCheck = () => banCheck

/** Reads the stored session and follows what other tabs do with it. */
export function openSessionStore(): void {
  const stored = readStored()
  if (!stored) clearStored()
  adopt(stored)
  addEventListener('storage', ({ key }) => {
    // Nothing is cleared here: half a session is one that the other tab is just writing.
    if (key === null || key === tokenKey || key === userKey) adopt(readStored())
  })
}

export function keepSession(token: string, user: CurrentUser): void {
  write(tokenKey, token)
  write(userKey, JSON.stringify(user))
  adopt({ token, user })
}

/** A fresh copy of the person from the server; too late when they have signed out meanwhile. */
export function refreshUser(token: string, user: CurrentUser): void {
  if (session?.token === token) keepSession(token, user)
}

export function dropSession(): void {
  clearStored()
  adopt(null)
}

export function setBanCheck(token: string, result: BanCheck): void {
  if (session?.token !== token) return
  banCheck = result
  tell()
}

/** A call made with this token was refused: an ended session is left, a ban is asked about. */
export function noteRefusal(token: string, code: string): void {
  if (session?.token !== token) return
  if (code === 'unauthenticated') dropSession()
  if (code === 'banned' && typeof banCheck === 'string' && banCheck !== 'asking')
    setBanCheck(token, 'not-asked')
}

function adopt(next: Session | null): void {
  if (next?.token !== session?.token) banCheck = 'not-asked'
  session = next
  markDocument()
  tell()
}

/** The same attributes that the first-paint script sets, so that styles can tell who is looking. */
function markDocument(): void {
  const { dataset } = document.documentElement
  if (session) dataset['auth'] = 'in'
  else delete dataset['auth']
  if (session && !session.user.permissions?.includes('scripts.upload')) dataset['unverified'] = ''
  else delete dataset['unverified']
}

function tell(): void {
  for (const notify of listeners) notify()
}

/** Both or nothing, and only while the token lives. */
function readStored(): Session | null {
  try {
    const [token, text] = [localStorage.getItem(tokenKey), localStorage.getItem(userKey)]
    const user: unknown = text === null ? null : JSON.parse(text)
    if (token !== null && isUser(user) && isTokenAlive(token, Date.now())) return { token, user }
  } catch {
    // An unreadable user or a browser without storage: nobody is signed in.
  }
  return null
}

function clearStored(): void {
  write(tokenKey, undefined)
  write(userKey, undefined)
}

function isUser(user: unknown): user is CurrentUser {
  return typeof user === 'object' && user !== null && 'id' in user && 'username' in user
}

function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // A browser that forbids storage keeps the session for this page only.
  }
}
