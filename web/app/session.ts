import { useSyncExternalStore } from 'react'

import type { Permission } from '#contract/platform/permissions.ts'

import {
  currentBanCheck,
  currentSession,
  hasSessionExpired,
  openSessionStore,
  setBanCheck,
  subscribeSession,
} from './session-store.ts'
import type { BanCheck, Session } from './session-store.ts'

/** On the server and during hydration always null: cached pages are those of a visitor. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, currentSession, () => null)
}

export function useBanCheck(): BanCheck {
  return useSyncExternalStore<BanCheck>(subscribeSession, currentBanCheck, () => 'not-asked')
}

/** For hiding and disabling controls only. */
export function hasPermission(session: Session | null, permission: Permission): boolean {
  if (!session) return false
  const { permissions, is_admin } = session.user
  // A user stored by an earlier version has no list until the refresh.
  if (!Array.isArray(permissions)) return permission === 'admin.system.access' && is_admin
  return permissions.includes(permission)
}

export function hasAnyPermission(
  session: Session | null,
  permissions: Permission | readonly Permission[],
): boolean {
  return [permissions].flat().some((permission) => hasPermission(session, permission))
}

/** Restores the stored session, then refreshes its user and loads a ban. */
export function watchSession(): void {
  openSessionStore()
  let lastToken: string | undefined
  const handleSessionChange = () => {
    const token = currentSession()?.token
    const isNew = token !== lastToken
    lastToken = token
    if (token !== undefined && currentBanCheck() === 'not-asked') {
      setBanCheck(token, 'asking')
      // A failed check counts as not banned: the server rejects the calls of a banned user.
      void loadActions().then(
        ({ checkBan }) => checkBan(token),
        () => setBanCheck(token, 'clear'),
      )
    }
    if ((isNew && token !== undefined) || hasSessionExpired())
      void loadActions().then(
        ({ refreshSession, announceExpiredSession }) =>
          token === undefined ? announceExpiredSession() : refreshSession(),
        () => undefined,
      )
  }
  subscribeSession(handleSessionChange)
  handleSessionChange()
  // Rights may have changed in the meantime.
  addEventListener('focus', () => {
    if (currentSession()) void loadActions().then(({ refreshSession }) => refreshSession())
  })
}

// Loaded only for users who are or were signed in.
const loadActions = () => import('./session-actions.ts')
