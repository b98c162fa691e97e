import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, Search, UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import type { AssignedUserStyle, StyleAssignment, UserStyle } from '#contract/user-styles.ts'
import { readStyleSearch } from '#web/admin/admin-search.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { Toolbar } from '#web/admin/layout/Toolbar.tsx'
import { useAddressText } from '#web/admin/use-address-text.ts'
import { useComingSearch } from '#web/app/use-coming-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { AssignmentList } from './AssignmentList.tsx'
import { StyleGrid } from './StyleGrid.tsx'
import { assignedStylesQuery } from './user-styles.data.ts'

const StyleDialog = lazy(async () => ({ default: (await import('./StyleDialog.tsx')).StyleDialog }))
const AssignDialog = lazy(async () => ({ default: (await import('./AssignDialog.tsx')).AssignDialog }))
const EditAssignmentDialog = lazy(async () => ({
  default: (await import('./EditAssignmentDialog.tsx')).EditAssignmentDialog,
}))
const PreviewDialog = lazy(async () => ({ default: (await import('./PreviewDialog.tsx')).PreviewDialog }))

type Opened =
  | { kind: 'style'; style: UserStyle | undefined }
  | { kind: 'preview'; style: UserStyle }
  | { kind: 'assign' }
  | { kind: 'assignment'; assignment: StyleAssignment }

export function UserStylesPage() {
  const { pressed } = useComingSearch(useSearch({ from: '/admin/user-styles' }), readStyleSearch)
  const { tab = 'styles', q } = pressed
  const navigate = useNavigate()
  const list = useQuery(assignedStylesQuery(tab === 'assignments' ? q : undefined))
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const { text, setText } = useAddressText(
    q ?? '',
    (next) =>
      void navigate({
        to: '/admin/user-styles',
        search: readStyleSearch({ tab, q: next }),
        replace: true,
        resetScroll: false,
      }),
  )
  return (
    <AdminPage
      title="User Styles Management"
      actions={
        <>
          <Button icon={<UserPlus />} onClick={() => setOpened({ kind: 'assign' })}>
            Assign Style
          </Button>
          <Button
            variant="cta"
            icon={<Plus />}
            onClick={() => setOpened({ kind: 'style', style: undefined })}
          >
            Create Style
          </Button>
        </>
      }
    >
      <Tabs
        label="User styles"
        currentId={tab}
        tabs={[
          { id: 'styles', label: 'Styles' },
          { id: 'assignments', label: 'Assignments' },
        ]}
        renderLink={(id, props) => (
          <Link
            to="/admin/user-styles"
            search={readStyleSearch({ tab: id })}
            resetScroll={false}
            activeOptions={{ exact: true, explicitUndefined: true }}
            {...props}
          />
        )}
      />
      <Toolbar>
        <TextField
          type="search"
          label={tab === 'styles' ? 'Search styles' : 'Search assignments'}
          isLabelHidden
          icon={<Search />}
          placeholder={tab === 'styles' ? 'Search by name or description' : 'Search by username'}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Toolbar>
      {list.isPending && <Skeleton shape="block" height={280} />}
      {list.isError && !list.data && (
        <FailedState
          title={tab === 'styles' ? 'Failed to fetch user styles' : 'Failed to fetch style assignments'}
          text={list.error.message}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.data && tab === 'styles' && (
        <StyleGrid
          styles={found(list.data, q)}
          isSearch={q !== undefined}
          onEdit={(style) => setOpened({ kind: 'style', style })}
          onPreview={(style) => setOpened({ kind: 'preview', style })}
        />
      )}
      {list.data && tab === 'assignments' && (
        <AssignmentList
          assignments={list.data.flatMap(({ assignments }) => assignments)}
          onEdit={(assignment) => setOpened({ kind: 'assignment', assignment })}
        />
      )}
      <Suspense>
        {opened?.kind === 'style' && <StyleDialog style={opened.style} onClose={close} />}
        {opened?.kind === 'preview' && <PreviewDialog style={opened.style} onClose={close} />}
        {opened?.kind === 'assign' && <AssignDialog onClose={close} />}
        {opened?.kind === 'assignment' && (
          <EditAssignmentDialog assignment={opened.assignment} onClose={close} />
        )}
      </Suspense>
    </AdminPage>
  )
}

function found(styles: readonly AssignedUserStyle[], q = ''): readonly AssignedUserStyle[] {
  const wanted = q.toLowerCase()
  return styles.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted))
}
