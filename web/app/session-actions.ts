import type { CurrentUser } from '#contract/access/users.ts'
import { showToast } from '#web/ui/toast.ts'

import { call, ApiError } from './call.ts'
import { isDialogOpen, openAuthDialog } from './dialogs.ts'
import {
  clearSession,
  currentSession,
  hasSessionExpired,
  refreshUser,
  saveSession,
  setBanCheck,
} from './session-store.ts'

/** Says why the user is signed out, unless the action that failed has opened the sign-in dialog. */
export function announceExpiredSession(): void {
  // After the error handling of the failed call.
  setTimeout(() => {
    if (!hasSessionExpired() || isDialogOpen()) return
    void showToast({
      type: 'warning',
      title: 'Your session has expired',
      message: 'Sign in again to continue.',
      durationMs: 15_000,
      action: { label: 'Sign in', run: openAuthDialog },
    })
  })
}

export function startSession(accessToken: string, user: CurrentUser): void {
  saveSession(accessToken, user)
}

/** Reloads the signed-in user. */
export async function refreshSession(): Promise<void> {
  const session = currentSession()
  if (!session) return
  try {
    const [{ user }, info] = await Promise.all([
      call('GET /api/auth/profile'),
      Array.isArray(session.user.permissions) ? undefined : call('GET /api/groups/me/info'),
    ])
    refreshUser(session.token, info ? { ...user, ...info } : user)
  } catch {
    // The stored user stays.
  }
}

/** Applies the reply of a call that changed the signed-in user. */
export function applyUser(user: CurrentUser): void {
  const session = currentSession()
  if (session?.user.id === user.id) refreshUser(session.token, user)
}

/** Ends the session in this browser even if the call fails. */
export async function signOut(): Promise<void> {
  await call('POST /api/auth/logout').catch(() => undefined)
  clearSession()
}

export async function checkBan(token: string): Promise<void> {
  try {
    const { is_banned, ban_info } = await call('GET /api/users/me')
    setBanCheck(token, is_banned ? { is_banned, ban_info } : 'clear')
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return
    setBanCheck(token, 'clear')
  }
}
