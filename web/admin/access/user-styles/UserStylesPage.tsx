import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Palette, UserPlus, Eye } from 'lucide-react'
import { useState } from 'react'

import type { AssignedUserStyle } from '#contract/access/user-styles.ts'
import { parseStyleSearch, type StyleSearch } from '#web/admin/admin-search.ts'
import { Toolbar } from '#web/admin/layout/Toolbar.tsx'
import { CardButtons, ResourceCard, type CardControls } from '#web/admin/resource/ResourceCard.tsx'
import { ResourcePage } from '#web/admin/resource/ResourcePage.tsx'
import { useFilter } from '#web/admin/resource/use-filter.ts'
import { SearchField } from '#web/admin/resource/SearchField.tsx'
import { hasPermission, useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { lazyDialog } from '#web/ui/lazy-part.ts'

import { AssignmentList } from './AssignmentList.tsx'
import cardStyles from './UserStyles.module.css'
import { styleDeclarations } from './NamePreview.tsx'
import { styleResource, assignedStylesQuery } from './user-styles.data.ts'

const AssignDialog = lazyDialog(() => import('./AssignmentDialogs.tsx'), 'AssignDialog')

const StyleDialog = lazyDialog(() => import('./StyleDialog.tsx'), 'StyleDialog')

export function UserStylesPage() {
  const { pendingSearch } = usePendingSearch(useSearch({ from: '/admin/user-styles' }), parseStyleSearch)
  const { tab, q } = pendingSearch
  const maySee = hasPermission(useSession(), 'admin.styles.view')
  const query = useQuery({ ...assignedStylesQuery(undefined), enabled: maySee && tab === undefined })
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
      toolbar={<StyleToolbar search={pendingSearch} />}
      renderCard={(style, controls) => <StyleCard style={style} {...controls} />}
      Dialog={StyleDialog}
    >
      {tab && <AssignmentList q={q} />}
    </ResourcePage>
  )
}

function StyleToolbar({ search }: { search: StyleSearch }) {
  const { tab = 'styles', q } = search
  const filter = useFilter(search, parseStyleSearch)
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
        <SearchField
          label={tab === 'styles' ? 'Search styles' : 'Search assignments'}
          placeholder={tab === 'styles' ? 'Search by name or description' : 'Search by username'}
          value={q}
          onSearch={(next) => filter({ q: next }, true)}
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
      {isOpen && <AssignDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const PreviewDialog = lazyDialog(() => import('./StyleDialog.tsx'), 'PreviewDialog')

function StyleCard({ style, ...controls }: { style: AssignedUserStyle } & CardControls) {
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  const { name, description, priority, is_active, css_properties, assigned_count, created_at } = style
  return (
    <ResourceCard
      title={name}
      note={`Priority ${priority}`}
      badge={<Badge tone={is_active ? 'active' : 'idle'}>{is_active ? 'Active' : 'Inactive'}</Badge>}
      buttons={
        <>
          <Button size="sm" icon={<Eye />} onClick={() => setPreviewOpen(true)}>
            Preview<span className="visually-hidden"> {name}</span>
          </Button>
          <CardButtons
            {...controls}
            name={name}
            question="Are you sure you want to delete this user style? This will also remove all assignments."
          />
        </>
      }
    >
      <div className={`${cardStyles.sample} grid center pad-3 clip framed round-md text-lg bold`}>
        <StyledName name="Username" css={styleDeclarations(style)} />
      </div>
      {description && <p className="muted text-sm break">{description}</p>}
      <code className={`rigid pad-2-3 round-sm fill-2 muted break block scroll pre-wrap ${cardStyles.css}`}>
        {css_properties}
      </code>
      <div className="flex wrap gap-1-5 muted text-sm numeric">
        <span>{assigned_count} assigned</span>
        <span>Created {dateText(created_at)}</span>
      </div>
      {isPreviewOpen && <PreviewDialog style={style} onClose={() => setPreviewOpen(false)} />}
    </ResourceCard>
  )
}
