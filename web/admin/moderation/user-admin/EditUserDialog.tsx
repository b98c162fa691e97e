import { useQuery } from '@tanstack/react-query'

import type { CurrentUser } from '#contract/access/users.ts'
import type { AdminUser } from '#contract/moderation/user-admin.ts'
import type { UserTab } from '#web/admin/admin-search.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'

import { EditUserForm } from './EditUserForm.tsx'
import { menuButtonOf } from './user-cells.ts'
import { userQuery } from './users.data.ts'

/** Opened by a search parameter, so that it can be linked to; it loads the user each time. */
export function EditUserDialog({
  id,
  actor,
  firstTab,
  onSelect,
  onClose,
}: {
  id: number
  actor: CurrentUser
  firstTab: UserTab | undefined
  onSelect: (users: readonly AdminUser[]) => void
  onClose: () => void
}) {
  const user = useQuery(userQuery(id))
  useFocusReturn(() => menuButtonOf(id))
  if (user.data) return <EditUserForm user={user.data} {...{ actor, firstTab, onSelect, onClose }} />
  return (
    <Dialog onClose={onClose} title="Edit User" size="xl">
      {user.isError ? (
        <FailedState
          heading="h3"
          title="This user could not be loaded"
          text={user.error.message}
          query={user}
        />
      ) : (
        <Skeleton shape="block" height={480} />
      )}
    </Dialog>
  )
}
