import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'

import type { CurrentUser } from '#contract/accounts.ts'
import { mayActOver } from '#contract/authority.ts'
import { LeaveGuard } from '#web/app/LeaveGuard.tsx'
import { CallFailure } from '#web/app/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toast.ts'

import { EffectivePermissions } from './EffectivePermissions.tsx'
import styles from './EditUser.module.css'
import { GroupPanel } from './GroupPanel.tsx'
import { saveUser } from './save-user.ts'
import { nothingStaged, stagedCount } from './staged-groups.ts'
import { rankText, standingOf, standingOfTarget } from './standings.ts'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'
import { UserFields } from './UserFields.tsx'
import { userChange, useUserForm } from './user-form.ts'
import type { UserDetails } from './users.data.ts'

const fields = ['username', 'email', 'phone_number', 'status', 'notes'] as const

export function EditUserForm({
  user,
  actor,
  onClose,
}: {
  user: UserDetails
  actor: CurrentUser
  onClose: () => void
}) {
  const formId = useId()
  const queryClient = useQueryClient()
  const [openedAt] = useState(Date.now)
  const [staged, setStaged] = useState(nothingStaged)
  const form = useUserForm(user)
  const { isDirty: isTextDirty, isSubmitting, errors } = form.formState
  const isDirty = isTextDirty || stagedCount(staged) > 0
  const standing = standingOf(actor)
  const target = standingOfTarget(user, openedAt)
  const mayAct = mayActOver(standing, target)

  const save = form.handleSubmit(async (values) => {
    form.clearErrors('root')
    try {
      const { name, groupsChanged, failure } = await saveUser(user, userChange(user, values), staged)
      const groups = groupsChanged > 0 ? ` ${groupsChanged} group assignment(s) changed.` : ''
      void showToast({ type: 'success', title: `User ${name} updated successfully!${groups}` })
      if (failure) void showToast({ type: 'error', title: failure })
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['admin', 'users'] })
    } catch (error) {
      refuse(error)
    }
  })

  function refuse(error: unknown) {
    const failure = error instanceof CallFailure ? error : undefined
    const atFault = fields.filter((field) => failure?.fields[field])
    for (const [index, field] of atFault.entries())
      form.setError(field, { message: failure?.fields[field] ?? '' }, { shouldFocus: index === 0 })
    if (atFault.length > 0) return
    const isExplained = failure && failure.code !== 'unknown' && failure.code !== 'internal'
    form.setError('root', { message: isExplained ? failure.message : 'Failed to update user' })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="xl"
      title={`Edit User: ${user.username}`}
      text={rankText(target)}
      isBusy={isSubmitting}
      isDirty={isDirty}
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="cta"
            isBusy={isSubmitting}
            busyText="Saving..."
            disabled={!mayAct || !isDirty}
          >
            Save Changes
          </Button>
        </>
      }
    >
      <LeaveGuard
        isActive={isDirty && !isSubmitting}
        title="Discard your changes?"
        text="What you changed of this user is not saved yet."
      />
      <div className={styles.columns}>
        <form
          id={formId}
          noValidate
          aria-label="User"
          className={styles.form}
          onSubmit={(event) => void save(event)}
        >
          {errors.root?.message && <Notice tone="danger" title={errors.root.message} isAlert />}
          {actor.id === user.id && (
            <Notice tone="info">This is your own account: change it in your profile settings.</Notice>
          )}
          <UserFields form={form} actor={standing} isReadOnly={!mayAct} isSelf={actor.id === user.id} />
        </form>
        <aside className={styles.side}>
          <GroupPanel user={user} actor={standing} target={target} staged={staged} onStage={setStaged} />
          <EffectivePermissions id={user.id} />
          {actor.permissions.includes('admin.users.edit.basic') && (
            <SignOutEverywhere user={user} isDisabled={!mayAct} />
          )}
        </aside>
      </div>
    </Dialog>
  )
}
