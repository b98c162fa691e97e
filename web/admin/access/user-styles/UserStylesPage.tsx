import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Palette, UserPlus, Eye, UserRoundX, UserRound } from 'lucide-react'
import { useState } from 'react'

import type { AssignedUserStyle, StyleAssignment } from '#contract/access/user-styles.ts'
import { parseStyleSearch, type StyleSearch } from '#web/admin/admin-search.ts'
import { Toolbar, useFilter, SearchField } from '#web/admin/resource/filters.tsx'
import { useDelete, useDenial } from '#web/admin/resource/resource.ts'
import {
  CardButtons,
  ResourceCard,
  type CardControls,
  DeleteButton,
  EditButton,
} from '#web/admin/resource/ResourceCard.tsx'
import { ResourcePage, ResourceList } from '#web/admin/resource/ResourcePage.tsx'
import { call } from '#web/app/call.ts'
import { userPath } from '#web/app/paths.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { lazyDialog } from '#web/ui/lazy-part.ts'
import { StyledName } from '#web/ui/StyledName.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

import { styleDeclarations } from './NamePreview.tsx'
import { styleResource, assignedStylesQuery, stylesKey } from './user-styles.data.ts'
import styles from './UserStyles.module.css'

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

function filterStyles(all: readonly AssignedUserStyle[], q = ''): readonly AssignedUserStyle[] {
  const text = q.toLowerCase()
  return all.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(text))
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
      <div className={`${styles.sample} grid center pad-3 clip framed round-md text-lg bold`}>
        <StyledName name="Username" css={styleDeclarations(style)} />
      </div>
      {description && <p className="muted text-sm break">{description}</p>}
      <code className={`rigid pad-2-3 round-sm fill-2 muted break block scroll pre-wrap ${styles.css}`}>
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

const EditAssignmentDialog = lazyDialog(() => import('./AssignmentDialogs.tsx'), 'EditAssignmentDialog')

export function AssignmentList({ q }: { q: string | undefined }) {
  const query = useQuery(assignedStylesQuery(q))
  const denial = useDenial('admin.styles.manage')
  const [edited, setEdited] = useState<StyleAssignment>()
  const { deleteItem, deletingId } = useDelete({
    remove: (id) => call('DELETE /api/user-styles/assign/:id', { params: { id } }),
    queryKeys: [stylesKey],
    texts: {
      deleted: 'Style assignment removed successfully!',
      deleteFailed: 'Failed to remove style assignment',
    },
  })
  return (
    <>
      <ResourceList
        query={query}
        items={query.data?.flatMap(({ assignments }) => assignments)}
        failedTitle="Failed to fetch style assignments"
        skeletonHeight={280}
        empty={{ icon: <UserRoundX />, title: 'No assignments found', text: 'Nobody has a style here.' }}
      >
        {(assignments) => (
          <Card as="section" aria-label="Assignments">
            <ul className={`lined ${styles.assignments}`}>
              {assignments.map((assignment) => (
                <AssignmentRow
                  key={assignment.id}
                  assignment={assignment}
                  onEdit={() => setEdited(assignment)}
                  onDelete={() => deleteItem(assignment.id)}
                  isDeleting={deletingId === assignment.id}
                  denial={denial}
                />
              ))}
            </ul>
          </Card>
        )}
      </ResourceList>
      {edited && <EditAssignmentDialog assignment={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

export function AssignmentRow({
  assignment: { users: user, user_styles: style, assigned_at, expires_at, is_active },
  onEdit,
  onDelete,
  isDeleting,
  denial,
}: { assignment: StyleAssignment } & CardControls) {
  const username = user?.username ?? 'Unknown User'
  const name = `${style.name} of ${username}`
  return (
    <li className="grid middle gap-2-4 pad-3-5">
      <Avatar name={username} src={user?.avatar_url} />
      <div className="grid min-0">
        <b>
          <StyledName name={username} css={styleDeclarations(style)} />
        </b>
        <span className="faint text-sm">{style.name}</span>
      </div>
      <span className={`muted text-sm leading-sm ${styles.dates}`}>
        Assigned {dateText(assigned_at)}
        <br />
        {expires_at ? `Expires ${dateText(expires_at)}` : 'Permanent'}
      </span>
      <Badge tone={is_active ? 'active' : 'idle'}>{is_active ? 'Active' : 'Inactive'}</Badge>
      <div className={`${styles.actions} justify-end flex wrap gap-2`}>
        {user && (
          <a
            href={userPath(user.username)}
            target="_blank"
            rel="noopener"
            className={buttonClass({ size: 'sm' })}
          >
            <UserRound />
            View Profile<span className="visually-hidden"> of {username}</span>
          </a>
        )}
        <EditButton name={name} denial={denial} onClick={onEdit} />
        <DeleteButton
          denial={denial}
          name={name}
          label="Remove"
          busyText="Removing..."
          question="Are you sure you want to remove this style assignment?"
          isBusy={isDeleting}
          onConfirm={onDelete}
        />
      </div>
    </li>
  )
}
