import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Palette, Search, UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'

import type { AssignedUserStyle } from '#contract/access/user-styles.ts'
import { parseStyleSearch } from '#web/admin/admin-search.ts'
import type { StyleSearch } from '#web/admin/admin-search.ts'
import { Toolbar } from '#web/admin/layout/Toolbar.tsx'
import { ResourcePage } from '#web/admin/resource/ResourcePage.tsx'
import { useUrlText } from '#web/admin/use-url-text.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Button } from '#web/ui/Button.tsx'

import { AssignmentList } from './AssignmentList.tsx'
import { styleResource } from './style-resource.ts'
import { StyleCard } from './StyleCard.tsx'
import { assignedStylesQuery } from './user-styles.data.ts'

const AssignDialog = lazyPart(() => import('./AssignDialog.tsx'), 'AssignDialog')

const StyleDialog = lazyPart(() => import('./StyleDialog.tsx'), 'StyleDialog')

export function UserStylesPage() {
  const { pendingSearch } = usePendingSearch(useSearch({ from: '/admin/user-styles' }), parseStyleSearch)
  const { tab = 'styles', q } = pendingSearch
  const maySee = hasPermission(useSession(), 'admin.styles.view')
  const query = useQuery({ ...assignedStylesQuery(undefined), enabled: maySee && tab === 'styles' })
  return (
    <ResourcePage
      title="User Styles Management"
      resource={styleResource}
      query={query}
      items={query.data && filterStyles(query.data, q)}
      failedTitle="Failed to fetch user styles"
      skeletonHeight={280}
      empty={{
        icon: <Palette />,
        title: q === undefined ? 'No User Styles Yet' : 'No styles found',
        text: q === undefined ? 'A style changes how a username looks.' : 'No styles match your search.',
      }}
      actions={<AssignButton />}
      toolbar={<StyleToolbar tab={tab} q={q} />}
      renderCard={(style, controls) => <StyleCard style={style} {...controls} />}
      Dialog={StyleDialog}
    >
      {tab === 'assignments' && <AssignmentList q={q} />}
    </ResourcePage>
  )
}

function StyleToolbar({ tab, q = '' }: { tab: 'styles' | 'assignments'; q: StyleSearch['q'] }) {
  const navigate = useNavigate()
  const { text, setText } = useUrlText(
    q,
    (next) =>
      void navigate({
        to: '/admin/user-styles',
        search: parseStyleSearch({ tab, q: next }),
        replace: true,
        resetScroll: false,
      }),
  )
  return (
    <>
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
            search={parseStyleSearch({ tab: id })}
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
    </>
  )
}

function filterStyles(styles: readonly AssignedUserStyle[], q = ''): readonly AssignedUserStyle[] {
  const text = q.toLowerCase()
  return styles.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(text))
}

function AssignButton() {
  const [isOpen, setOpen] = useState(false)
  const mayAssign = hasPermission(useSession(), 'admin.styles.manage')
  if (!mayAssign) return null
  return (
    <>
      <Button icon={<UserPlus />} onClick={() => setOpen(true)}>
        Assign Style
      </Button>
      <Suspense>{isOpen && <AssignDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
