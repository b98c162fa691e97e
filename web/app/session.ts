import { useSyncExternalStore } from 'react'

import type { CurrentUser } from '#contract/accounts.ts'
import type { Permission } from '#contract/permissions.ts'

import { call, CallFailure } from './call.ts'
import {
  currentBanCheck,
  currentSession,
  dropSession,
  keepSession,
  openSessionStore,
  refreshUser,
  setBanCheck,
  subscribeSession,
} from './session-store.ts'
import type { BanCheck, Session } from './session-store.ts'

/** Who is signed in. The server and the first render in the browser always see a visitor. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, currentSession, () => null)
}

export function useBanCheck(): BanCheck {
  return useSyncExternalStore<BanCheck>(subscribeSession, currentBanCheck, () => 'not-asked')
}

/** Only hides and disables: the server decides. */
export function mayUse(session: Session | null, permission: Permission): boolean {
  if (!session) return false
  const { permissions, is_admin } = session.user
  // A stored user of another version may lack the list until it is refreshed; then only the admin check guesses.
  if (!Array.isArray(permissions)) return permission === 'admin.system.access' && is_admin
  return permissions.includes(permission)
}

/** Restores the stored session, refreshes its person from the server, and asks whether they are banned. */
export function startSession(): void {
  openSessionStore()
  let seenToken: string | undefined
  const follow = () => {
    const session = currentSession()
    if (session && session.token !== seenToken) void refresh(session.token)
    seenToken = session?.token
    if (session && currentBanCheck() === 'not-asked') void checkBan(session.token)
  }
  subscribeSession(follow)
  follow()
}

export function enterSession(accessToken: string, user: CurrentUser): void {
  keepSession(accessToken, user)
}

/** Asks for the signed-in person anew, when something about them has changed elsewhere. */
export async function refreshSession(): Promise<void> {
  const session = currentSession()
  if (session) await refresh(session.token)
}

/** Shows the signed-in person as a call that changed them has answered. */
export function adoptUser(user: CurrentUser): void {
  const session = currentSession()
  if (session?.user.id === user.id) refreshUser(session.token, user)
}

/** Ends the session here even when the server cannot be told. */
export async function signOut(): Promise<void> {
  await call('POST /api/auth/logout').catch(() => undefined)
  dropSession()
}

async function refresh(token: string): Promise<void> {
  try {
    const [{ user }, info] = await Promise.all([
      call('GET /api/auth/profile'),
      lacksPermissions() ? call('GET /api/groups/me/info') : undefined,
    ])
    refreshUser(token, info ? { ...user, ...info } : user)
  } catch {
    // The stored copy serves until the server answers again.
  }
}

const lacksPermissions = () => !Array.isArray(currentSession()?.user.permissions)

async function checkBan(token: string): Promise<void> {
  setBanCheck(token, 'asking')
  try {
    const { is_banned, ban_info } = await call('GET /api/users/me')
    setBanCheck(token, is_banned ? { is_banned, ban_info } : 'clear')
  } catch (error) {
    // Failing to ask counts as not banned: the server refuses a banned person by itself.
    if (error instanceof CallFailure && error.status === 401) return
    setBanCheck(token, 'clear')
  }
}
