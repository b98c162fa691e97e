import { denialReason, maySetAdminFlag, type Principal } from '#contract/access/authority.ts'
import type { AdminUser } from '#contract/moderation/user-admin.ts'
import { call } from '#web/app/call.ts'

import { isAdministrator, toListedPrincipal } from './principals.ts'

export type StateChange = 'suspend' | 'resume' | 'promote' | 'demote'
export type UserAction = StateChange | 'edit' | 'ban' | 'same-ip' | 'undo-acts'

/** The actions that the actor has the permission for; those that authority forbids are disabled. */
export function userActions(
  actor: Principal,
  user: AdminUser,
): { action: UserAction; label: string; isDisabled: boolean }[] {
  const target = toListedPrincipal(user)
  const holds = (key: 'edit.basic' | 'edit.groups' | 'edit.status' | 'edit.notes' | 'ban') =>
    actor.permissions.has(`admin.users.${key}`)
  const isDenied = denialReason(actor, target, 'modify user') !== undefined
  const mayEdit = holds('edit.basic') || holds('edit.groups') || holds('edit.status') || holds('edit.notes')
  const isSuspended = user.status === 'suspended'
  const ip = user.registration_ip ?? user.last_login_ip
  const mayPromote = actor.isOwner || actor.isAdmin
  const mayUndo = holds('ban') && actor.permissions.has('admin.scripts.moderate')
  const actions: { action: UserAction; label: string; isHeld: boolean; isDisabled?: boolean }[] = [
    // Opens for everyone: it also shows what may not be changed, and says why.
    { action: 'edit', label: 'Edit User', isHeld: mayEdit },
    { action: 'same-ip', label: 'Accounts From This IP', isHeld: ip !== null },
    {
      action: isSuspended ? 'resume' : 'suspend',
      label: isSuspended ? 'End Suspension' : 'Suspend',
      isHeld: holds('ban'),
      isDisabled: isDenied,
    },
    {
      action: user.is_admin ? 'demote' : 'promote',
      label: user.is_admin ? 'Remove admin' : 'Promote to admin',
      isHeld: mayPromote,
      isDisabled: user.is_owner || !maySetAdminFlag(actor, target, !user.is_admin),
    },
    // A moderator who was demoted since is no administrator.
    {
      action: 'undo-acts',
      label: 'Undo Their Actions',
      isHeld: mayUndo && (isAdministrator(user) || mayPromote),
      isDisabled: denialReason(actor, target, 'undo actions') !== undefined,
    },
    { action: 'ban', label: 'Ban User', isHeld: holds('ban'), isDisabled: isDenied },
  ]
  return actions
    .filter(({ isHeld }) => isHeld)
    .map(({ action, label, isDisabled = false }) => ({ action, label, isDisabled }))
}

/** What the dialogs for one user and for several say and do. */
export const stateChanges = {
  suspend: {
    label: 'Suspend',
    busyText: 'Suspending...',
    done: 'suspended',
    text: 'They are signed out right away and cannot sign in until the suspension ends.',
    variant: 'danger',
    run: (id: number, reason?: string) => setSuspension(id, true, reason),
  },
  resume: {
    label: 'End Suspension',
    busyText: 'Ending...',
    done: 'no longer suspended',
    text: 'They can sign in again.',
    variant: 'cta',
    run: (id: number, reason?: string) => setSuspension(id, false, reason),
  },
  promote: {
    label: 'Promote to admin',
    busyText: 'Promoting...',
    done: 'promoted',
    text: 'Each of them gets every permission of this site.',
    variant: 'danger',
    run: (id: number) => setAdminFlag(id, true),
  },
  demote: {
    label: 'Remove admin',
    busyText: 'Removing...',
    done: 'no longer admin',
    text: 'They keep the permissions of their groups only, and have to sign in again.',
    variant: 'danger',
    run: (id: number) => setAdminFlag(id, false),
  },
} as const satisfies Record<StateChange, object>

const setSuspension = (id: number, suspended: boolean, reason = '') =>
  call('PUT /api/users/admin/users/:id/suspend', {
    params: { id },
    body: { suspended, ...(reason !== '' && { reason }) },
  })

const setAdminFlag = (id: number, is_admin: boolean) =>
  call('PUT /api/users/admin/users/:id/admin', { params: { id }, body: { is_admin } })
