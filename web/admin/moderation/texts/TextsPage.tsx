import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'

import { parseModeratedTextSearch } from '#web/admin/admin-search.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { Toolbar, TextFilter, useFilter } from '#web/admin/resource/filters.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { ListCard } from '#web/admin/resource/ListCard.tsx'
import { ListPages } from '#web/admin/resource/ListPages.tsx'
import { SelectAll, toggled, type Chosen } from '#web/admin/resource/DataTable.tsx'
import table from '#web/admin/resource/Table.module.css'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { lazyDialog } from '#web/ui/lazy-part.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { showToast } from '#web/ui/toast.ts'

import { TextRow } from './TextRow.tsx'
import { textsQuery, type ListedText, textsKey } from './texts.data.ts'

/** `reason` hides the texts; without one they are restored. */
type Act = { texts: readonly ListedText[]; reason: string | null }

const HideTextsDialog = lazyDialog(() => import('./HideTextsDialog.tsx'), 'HideTextsDialog')

/** What members wrote about versions, on profiles, in collections and about their teams, newest first. */
export function TextsPage() {
  const { pendingSearch, search } = usePendingSearch(
    useSearch({ from: '/admin/moderation/texts' }),
    parseModeratedTextSearch,
  )
  const filter = useFilter(pendingSearch, parseModeratedTextSearch)
  const maySee = hasPermission(useSession(), 'admin.scripts.moderate')
  const query = useQuery({ ...textsQuery(search), enabled: maySee })
  const { texts, pagination } = query.data ?? {}
  const isStale = pendingSearch !== search || query.isPlaceholderData
  const listKey = JSON.stringify([pendingSearch.kind, pendingSearch.state])
  return (
    <AdminPage
      title="Texts"
      text={
        <>
          What members wrote about versions, on profiles, in collections and about their teams, newest first.{' '}
          <Link to="/admin/moderation" className="text-link">
            Back to the queue
          </Link>
        </>
      }
      needs="admin.scripts.moderate"
    >
      <Tabs
        label="Kind of text"
        currentId={pendingSearch.kind ?? 'works-report'}
        tabs={[
          { id: 'works-report', label: 'Compatibility reports' },
          { id: 'profile', label: 'Profiles' },
          { id: 'collection', label: 'Collections' },
          { id: 'team', label: 'Teams' },
        ]}
        renderLink={(id, props) => (
          <Link
            to="/admin/moderation/texts"
            search={parseModeratedTextSearch({ ...pendingSearch, kind: id, page: undefined })}
            resetScroll={false}
            activeOptions={{ exact: true, explicitUndefined: true }}
            {...props}
          />
        )}
      />
      <Toolbar>
        <FilterSelect
          label="State"
          value={pendingSearch.state}
          emptyLabel="Visible"
          options={[{ value: 'hidden', label: 'Hidden' }]}
          onChange={(state) => filter({ state })}
        />
        <TextFilter
          label="Writer"
          placeholder="Username"
          value={pendingSearch.author}
          onChange={(author) => filter({ author })}
        />
      </Toolbar>
      <TextList key={listKey} {...{ texts, query, isStale }} isHidden={pendingSearch.state === 'hidden'} />
      <ListPages pagination={pagination} requested={pendingSearch.page} isStale={isStale} />
    </AdminPage>
  )
}

function TextList({
  texts,
  query,
  isStale,
  isHidden,
}: {
  texts: readonly ListedText[] | undefined
  query: Parameters<typeof ListCard>[0]['query']
  isStale: boolean
  isHidden: boolean
}) {
  const [chosen, setChosen] = useState<Chosen<ListedText>>(new Map())
  const [isHiding, setHiding] = useState(false)
  const act = useTextAct(() => {
    setHiding(false)
    setChosen(new Map())
    focusMain()
  })
  const selected = [...chosen.values()]
  return (
    <>
      {texts && texts.length > 0 && (
        <section
          aria-label="Selected texts"
          className={`${table.bulk} pad-2-2-2-5 sticky row wrap gap-2 round-lg`}
        >
          <SelectAll
            label="Select all texts of this page"
            rows={texts}
            chosen={chosen}
            onChoose={setChosen}
          />
          <div className="push-rest row wrap gap-2">
            <output>{selected.length} selected</output>
          </div>
          {isHidden ? (
            <Button
              size="sm"
              disabled={selected.length === 0}
              isBusy={act.isPending}
              onClick={() => act.mutate({ texts: selected, reason: null })}
            >
              Restore
            </Button>
          ) : (
            <Button size="sm" disabled={selected.length === 0} onClick={() => setHiding(true)}>
              Hide
            </Button>
          )}
        </section>
      )}
      <ListCard
        query={query}
        rows={texts}
        isStale={isStale}
        failedTitle="Failed to load texts"
        empty={
          <EmptyState
            icon={<MessageSquareText />}
            title={isHidden ? 'No hidden texts' : 'No texts'}
            text="No texts match these filters."
          />
        }
        renderRow={(text) => (
          <TextRow
            key={text.id}
            text={text}
            isChosen={chosen.has(text.id)}
            onToggle={() => setChosen((present) => toggled(present, text))}
          />
        )}
      />
      {isHiding && (
        <HideTextsDialog
          count={selected.length}
          isBusy={act.isPending}
          error={act.error ? errorMessage(act.error, 'Failed to hide texts') : undefined}
          onHide={(reason) => act.mutate({ texts: selected, reason })}
          onClose={() => {
            act.reset()
            setHiding(false)
          }}
        />
      )}
    </>
  )
}

const countText = (count: number) => (count === 1 ? '1 text' : `${count} texts`)

/** Hides or restores texts. A toast offers to undo what was done, and says what failed. */
function useTextAct(onDone: () => void) {
  const queryClient = useQueryClient()
  const act = useMutation({
    mutationFn: async ({ texts: chosen, reason }: Act) => {
      const texts = chosen.map(({ kind, id }) => ({ kind, id }))
      const body =
        reason === null ? { action: 'restore' as const, texts } : { action: 'hide' as const, texts, reason }
      return (await call('POST /api/moderation/texts/bulk', { body })).results
    },
    onSuccess: async (results, { texts, reason }) => {
      onDone()
      const failed = results.filter(({ error }) => error !== null)
      const done = texts.filter(({ id }) =>
        results.some((result) => result.id === id && result.error === null),
      )
      if (failed.length > 0)
        void showToast({
          type: 'warning',
          title: `${countText(failed.length)} not changed`,
          message: failed[0]?.error ?? '',
        })
      if (done.length > 0)
        void showToast({
          type: 'success',
          title: `${countText(done.length)} ${reason === null ? 'restored' : 'hidden'}`,
          durationMs: 10_000,
          action: {
            label: 'Undo',
            run: () =>
              act.mutate({ texts: done, reason: reason === null ? (done[0]?.hidden?.reason ?? '') : null }),
          },
        })
      await queryClient.invalidateQueries({ queryKey: textsKey })
      await queryClient.invalidateQueries({ queryKey: ['works'] })
    },
    onError: (error, { reason }) => {
      // The dialog shows the error.
      if (reason === null) void showToast({ type: 'error', title: errorMessage(error, 'Failed to restore') })
    },
  })
  return act
}
