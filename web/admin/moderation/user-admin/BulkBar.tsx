import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { Principal } from '#contract/access/authority.ts'
import type { BulkActKind } from '#contract/access/bans.ts'
import { userAdminLimits, type AdminUser } from '#contract/moderation/user-admin.ts'
import type { UserSearch } from '#web/admin/admin-search.ts'
import table from '#web/admin/resource/Table.module.css'
import { lazyDialog } from '#web/ui/lazy-part.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { showToast } from '#web/ui/toast.ts'

import { bulkActs, countText } from './bulk-acts.ts'
import { stateChanges, type StateChange } from './user-actions.ts'
import { readMatchingUsers } from './users.data.ts'
import type { ChosenUsers } from './UserTable.tsx'
import styles from './UserTable.module.css'

const BulkActDialog = lazyDialog(() => import('./BulkActDialog.tsx'), 'BulkActDialog')
const StateChangeDialog = lazyDialog(() => import('./StateChangeDialog.tsx'), 'StateChangeDialog')

/** Acts on all selected users, also on those of other pages. */
export function BulkBar({
  actor,
  chosen,
  users,
  search,
  total,
  onChoose,
}: {
  actor: Principal
  chosen: ChosenUsers
  /** Those of this page. */
  users: readonly AdminUser[]
  search: UserSearch
  /** The number of matches. */
  total: number
  onChoose: (chosen: ChosenUsers) => void
}) {
  const [change, setChange] = useState<{ kind: StateChange; users: readonly AdminUser[] }>()
  const [act, setAct] = useState<{ kind: BulkActKind; users: readonly AdminUser[] }>()
  const selected = [...chosen.values()]
  const elsewhere = selected.length - users.filter(({ id }) => chosen.has(id)).length
  const selectAll = useMutation({
    mutationFn: () => readMatchingUsers(search),
    onSuccess: (matching) => onChoose(new Map(matching.map((user) => [user.id, user]))),
    onError: (error) => void showToast({ type: 'error', title: errorMessage(error, 'Failed to load users') }),
  })
  const mayBan = actor.permissions.has('admin.users.ban')
  const mayPromote = actor.isOwner || actor.isAdmin
  const matching = Math.min(total, userAdminLimits.matchesMax)
  const kinds: StateChange[] = [
    ...(mayBan ? (['resume'] as const) : []),
    ...(mayPromote ? (['promote', 'demote'] as const) : []),
  ]
  function clear() {
    onChoose(new Map())
    focusMain()
  }
  return (
    <section
      aria-label="Selected users"
      className={`${table.bulk} pad-2-2-2-5 sticky row wrap gap-2 round-lg`}
    >
      <div className="push-rest row wrap gap-2">
        <output>
          {countText(selected.length)} selected{elsewhere > 0 && `, ${elsewhere} on other pages`}
        </output>
        {matching > users.length && selected.length < matching && (
          <Button
            size="sm"
            variant="ghost"
            isBusy={selectAll.isPending}
            busyText="Selecting..."
            onClick={() => selectAll.mutate()}
          >
            Select {total > matching ? 'the first' : 'all'} {matching} matching
          </Button>
        )}
      </div>
      {mayBan &&
        (['ban', 'suspend', 'lift'] as const).map((kind) => (
          <Button key={kind} size="sm" onClick={() => setAct({ kind, users: selected })}>
            {bulkActs[kind].label}…
          </Button>
        ))}
      {kinds.map((kind) => (
        <Button key={kind} size="sm" onClick={() => setChange({ kind, users: selected })}>
          {stateChanges[kind].label}
        </Button>
      ))}
      <Button size="sm" variant="ghost" onClick={clear}>
        Clear
      </Button>
      {elsewhere > 0 && (
        <details className={`${styles.selectedNames} scroll break text-sm`}>
          <summary>Show the selected users</summary>
          {selected.map(({ username }) => username).join(', ')}
        </details>
      )}
      {change && (
        <StateChangeDialog
          change={change.kind}
          users={change.users}
          onDone={(failed) => onChoose(new Map(failed.map((user) => [user.id, user])))}
          onClose={() => setChange(undefined)}
        />
      )}
      {act && (
        <BulkActDialog
          kind={act.kind}
          users={act.users}
          mayHideScripts={actor.permissions.has('admin.scripts.moderate')}
          onDone={(failed) => onChoose(new Map(failed.map((user) => [user.id, user])))}
          onClose={() => setAct(undefined)}
        />
      )}
    </section>
  )
}
