import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { mayActOver } from '#contract/access/authority.ts'
import type { CurrentUser } from '#contract/access/users.ts'
import type { AdminUser, UserChange } from '#contract/moderation/user-admin.ts'
import type { Permission } from '#contract/platform/permissions.ts'
import type { UserTab } from '#web/admin/admin-search.ts'
import { ObjectHistory } from '#web/admin/records/activities/ObjectHistory.tsx'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { UnsavedChangesGuard } from '#web/app/UnsavedChangesGuard.tsx'
import { useConflict } from '#web/app/use-conflict.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TabPanels } from '#web/ui/TabPanels.tsx'
import { showToast } from '#web/ui/toast.ts'

import { EffectivePermissions, GroupPanel } from './GroupPanel.tsx'
import { rankText, toPrincipal, toTargetPrincipal } from './principals.ts'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'
import {
  countChanges,
  noGroupChanges,
  formValues,
  userChange,
  userFields,
  UserForm,
  type PendingGroupChanges,
} from './user-form.ts'
import { UserFields } from './UserFields.tsx'
import { usersKey, type UserDetails } from './users.data.ts'
import { SameIpAccounts, UserNotes } from './UserTabs.tsx'

export function EditUserForm({
  user,
  actor,
  firstTab = 'details',
  onSelect,
  onClose,
}: {
  user: UserDetails
  actor: CurrentUser
  firstTab?: UserTab | 'details' | undefined
  /** Selects users in the list. */
  onSelect: (users: readonly AdminUser[]) => void
  onClose: () => void
}) {
  const formId = useId()
  const queryClient = useQueryClient()
  const [openedAt] = useState(Date.now)
  const [tab, setTab] = useState(firstTab)
  const [groupChanges, setGroupChanges] = useState(noGroupChanges)
  const form = useZodForm<UserForm>(UserForm, formValues(user))
  const { base, conflict, readAfterConflict } = useConflict(form, {
    opened: user,
    fields: userFields,
    toValues: formValues,
    read: () => call('GET /api/users/admin/users/:id', { params: { id: user.id } }),
  })
  const isDirty = form.formState.isDirty || countChanges(groupChanges) > 0
  const principal = toPrincipal(actor)
  const target = toTargetPrincipal(user, openedAt)
  const mayEdit = mayActOver(principal, target)
  const isSelf = actor.id === user.id
  const holds = (key: Permission) => principal.permissions.has(key)
  // The form stays mounted; the other tabs load their data when they are opened.
  const mayReadHistory = holds('admin.audit') || holds('admin.activities.view')
  const tabs = [
    { id: 'details', label: 'Details', isHeld: true, content: renderDetails() },
    {
      id: 'history',
      label: 'History',
      isHeld: mayReadHistory,
      content: tab === 'history' && <ObjectHistory type="user" id={user.id} />,
    },
    {
      id: 'notes',
      label: 'Notes',
      isHeld: holds('admin.users.edit.notes'),
      content: tab === 'notes' && <UserNotes id={user.id} isReadOnly={!mayEdit} />,
    },
    {
      id: 'same-ip',
      label: 'Same IP',
      isHeld: true,
      content: tab === 'same-ip' && <SameIpAccounts user={user} onSelect={select} />,
    },
  ] as const
  const heldTabs = tabs.filter(({ isHeld }) => isHeld)

  const { submit, isPending } = useFormMutation(form, {
    mutationFn: (values) => saveUser(user, userChange(base, values), groupChanges),
    onSuccess: ({ name, groupsChanged, failure }) => {
      const groups = groupsChanged > 0 ? ` ${groupsChanged} group assignment(s) changed.` : ''
      void showToast({ type: 'success', title: `User ${name} updated successfully!${groups}` })
      if (failure) void showToast({ type: 'error', title: failure })
      onClose()
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: usersKey }),
    errors: {
      fields: ['username', 'email', 'phone_number', 'status', 'notes'],
      texts: 'Failed to update user',
    },
    afterError: readAfterConflict,
  })
  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title={`Edit User: ${user.username}`}
      text={rankText(target)}
      isBusy={isPending}
      isDirty={isDirty}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="cta"
            isBusy={isPending}
            busyText="Saving..."
            disabled={!mayEdit || !isDirty}
          >
            Save Changes
          </Button>
        </>
      }
    >
      <UnsavedChangesGuard
        isActive={isDirty && !isPending}
        title="Discard your changes?"
        text="You have unsaved changes."
      />
      <TabPanels
        label="User"
        currentId={heldTabs.some(({ id }) => id === tab) ? tab : 'details'}
        onChange={setTab}
        tabs={heldTabs}
      />
    </Dialog>
  )

  function select(users: readonly AdminUser[]) {
    onSelect(users)
    onClose()
  }

  function renderDetails() {
    return (
      <div
        className="grid cols narrow-stack gap-8 top"
        style={{ '--cols': 'minmax(0, 1fr) minmax(0, 360px)' }}
      >
        <form
          id={formId}
          noValidate
          aria-label="User"
          className="grid gap-6"
          onSubmit={(event) => {
            // A rejected field gets the focus, which a hidden panel cannot have.
            setTab('details')
            void submit(event)
          }}
        >
          {form.formError && <Alert tone="danger" title={form.formError} isAlert />}
          {mayEdit && !principal.permissions.has('admin.users.edit.basic') && (
            <Alert tone="info">
              {editKeys.some(holds)
                ? 'Your permissions only allow some changes. You cannot edit what is shown as plain text.'
                : 'Your permissions do not allow you to edit accounts.'}
            </Alert>
          )}
          {isSelf && <Alert tone="info">This is your own account: change it in your profile settings.</Alert>}
          <UserFields
            form={form}
            conflict={conflict}
            actor={principal}
            isReadOnly={!mayEdit}
            isSelf={isSelf}
          />
        </form>
        <aside className="grid gap-4">
          {user.suspension && <CurrentSuspension suspension={user.suspension} />}
          <GroupPanel
            user={user}
            actor={principal}
            target={target}
            changes={groupChanges}
            onChange={setGroupChanges}
          />
          <EffectivePermissions id={user.id} />
          {actor.permissions.includes('admin.users.edit.basic') && (
            <SignOutEverywhere user={user} isDisabled={!mayEdit} />
          )}
        </aside>
      </div>
    )
  }
}

const editKeys = [
  'admin.users.edit.basic',
  'admin.users.edit.groups',
  'admin.users.edit.status',
  'admin.users.edit.notes',
] as const

function CurrentSuspension({ suspension }: { suspension: NonNullable<UserDetails['suspension']> }) {
  const { reason, ends_at, suspended_by, created_at } = suspension
  return (
    <Alert tone="warn" title={ends_at ? `Suspended until ${dateText(ends_at)}` : 'Suspended'}>
      {reason !== null && <p>{reason}</p>}
      <p>
        By {suspended_by} on {dateText(created_at)}
      </p>
    </Alert>
  )
}

/** Saves the profile, then all group changes in parallel; a group change that fails does not undo the others. */
export async function saveUser(
  { id, username }: Pick<UserDetails, 'id' | 'username'>,
  change: UserChange | undefined,
  groupChanges: PendingGroupChanges,
): Promise<{ name: string; groupsChanged: number; failure: string | undefined }> {
  const params = { id }
  const saved = change && (await call('PUT /api/users/admin/users/:id', { params, body: change }))
  const changes = [
    ...groupChanges.add.map((group_id) => ({ group_id, action: 'add' as const })),
    ...groupChanges.remove.map((group_id) => ({ group_id, action: 'remove' as const })),
  ]
  const results = await Promise.allSettled(
    changes.map((body) => call('PUT /api/users/admin/users/:id/groups', { params, body })),
  )
  const failures = results.filter((result) => result.status === 'rejected')
  const [first] = failures
  // Nothing was saved: the caller shows the error and keeps the form open.
  if (first && failures.length === changes.length && !saved) throw first.reason
  return {
    name: saved?.user.username ?? username,
    groupsChanged: changes.length - failures.length,
    failure: first && errorMessage(first.reason, 'Failed to update user'),
  }
}
