import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useId, useState } from 'react'

import { removalReasonTexts } from '#contract/scripts/removal-schemas.ts'
import { bulkActLimits, type BulkAct } from '#contract/moderation/bulk-acts.ts'
import { parseBulkActSearch } from '#web/admin/admin-search.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { ListCard } from '#web/admin/resource/ListCard.tsx'
import { ListPages } from '#web/admin/resource/ListPages.tsx'
import { userPath } from '#web/app/paths.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

import { bulkActs, undoBulkActs, countText } from './bulk-acts.ts'
import styles from './BulkActs.module.css'
import { bulkActsQuery } from './users.data.ts'

/** What was done to many users at once, for the undo after its toast has gone. */
export function BulkActsPage() {
  const { pendingSearch, search } = usePendingSearch(
    useSearch({ from: '/admin/users/bulk-acts' }),
    parseBulkActSearch,
  )
  const session = useSession()
  const mayBan = hasPermission(session, 'admin.users.ban')
  const list = useQuery({ ...bulkActsQuery(search), enabled: mayBan })
  const { acts, pagination } = list.data ?? {}
  const isStale = pendingSearch !== search || list.isPlaceholderData
  const [undone, setUndone] = useState<BulkAct>()
  return (
    <AdminPage
      title="Bulk Actions"
      text={
        <>
          Bans, suspensions and lifted bans of several users at once, of the last {bulkActLimits.listedDays}{' '}
          days. Each can be undone within {bulkActLimits.undoHours} hours.{' '}
          {hasPermission(session, 'admin.users.list') && (
            <Link to="/admin/users" className="text-link">
              Back to the users
            </Link>
          )}
        </>
      }
      needs="admin.users.ban"
    >
      {search.act !== undefined && (
        <p>
          <Link to="/admin/users/bulk-acts" className="text-link">
            All bulk actions
          </Link>
        </p>
      )}
      <ListCard
        query={list}
        rows={acts}
        isStale={isStale}
        failedTitle="Failed to load bulk actions"
        empty={
          <EmptyState
            icon={<History />}
            title="No bulk actions"
            text={
              search.act === undefined
                ? `There have been no bulk actions in the last ${bulkActLimits.listedDays} days.`
                : 'This action is older, or none of its users exists any more.'
            }
          />
        }
        renderRow={(act) => <ActRow key={act.id} act={act} onUndo={() => setUndone(act)} />}
      />
      <ListPages pagination={pagination} requested={pendingSearch.page} isStale={isStale} />
      {undone && <UndoDialog act={undone} onClose={() => setUndone(undefined)} />}
    </AdminPage>
  )
}

function ActRow({ act, onUndo }: { act: BulkAct; onUndo: () => void }) {
  const problemId = useId()
  const mayListUsers = hasPermission(useSession(), 'admin.users.list')
  const { by, at, users, hidden_for, undone, undo_problem } = act
  return (
    <li
      className="grid cols phone-stack gap-3-5 top pad-4-5"
      style={{ '--cols': 'minmax(0, 1fr) minmax(auto, 240px)' }}
    >
      <div>
        <p className="row wrap gap-1-3">
          <b>{titleOf(act)}</b>
          {undone && <Badge>Undone</Badge>}
        </p>
        <p className="flex wrap gap-2px-4 faint text-sm break">
          <span>by {by}</span>
          <TimeAgo time={at} />
          {hidden_for && <span>Scripts hidden: {removalReasonTexts[hidden_for]}</span>}
          {undone && (
            <span>
              Undone{undone.by !== null && ` by ${undone.by}`} <TimeAgo time={undone.at} />
            </span>
          )}
        </p>
        <details className="faint text-sm break">
          <summary>
            Users<span className="visually-hidden"> of “{titleOf(act)}”</span>
          </summary>
          {users.map(({ id, username }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link
                {...(mayListUsers
                  ? { to: '/admin/users', search: { user: id } }
                  : { to: userPath(username) })}
                className="text-link"
              >
                {username}
              </Link>
            </span>
          ))}
        </details>
      </div>
      <div className={`${styles.end} grid gap-1`}>
        <Button
          size="sm"
          disabled={undo_problem !== null}
          aria-describedby={undo_problem === null ? undefined : problemId}
          onClick={onUndo}
        >
          Undo<span className="visually-hidden"> “{titleOf(act)}”</span>
        </Button>
        {undo_problem !== null && (
          <span id={problemId} className={`${styles.problem} faint text-sm text-right`}>
            {undo_problem}
          </span>
        )}
      </div>
    </li>
  )
}

const titleOf = ({ kind, users }: BulkAct) => `${countText(users.length)} ${bulkActs[kind].done}`

const consequences = {
  ban: 'Their bans are lifted.',
  suspend: 'They get their previous status back.',
  lift: 'They are banned again.',
} as const

function UndoDialog({ act, onClose }: { act: BulkAct; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { kind, hidden_for } = act
  const { mutate, isPending } = useMutation({
    // Shows the outcome and errors in a toast.
    mutationFn: () => undoBulkActs(queryClient, kind, [act.id]),
    onSettled: () => {
      onClose()
      // The button that opened the dialog is disabled now.
      focusMain()
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Undo “${titleOf(act)}”?`}
      confirmLabel="Undo"
      busyText="Undoing..."
      isBusy={isPending}
      variant="cta"
      onConfirm={() => mutate()}
    >
      <p>
        {consequences[kind]} {hidden_for && 'The scripts that were hidden with it are shown again. '}
        Nothing changes for users who were sanctioned again since then.
      </p>
    </ConfirmDialog>
  )
}
