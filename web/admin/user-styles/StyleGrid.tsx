import { Eye, Palette, Pencil, Trash2 } from 'lucide-react'

import type { AssignedUserStyle } from '#contract/user-styles.ts'
import listStyles from '#web/admin/layout/CardList.module.css'
import { useRemoval } from '#web/admin/use-removal.ts'
import { call } from '#web/app/call.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'
import { dateText } from '#web/ui/time-ago.ts'

import { shownCss } from './style-form.ts'
import { stylesKey } from './user-styles.data.ts'
import styles from './UserStyles.module.css'

export function StyleGrid({
  styles: shown,
  isSearch,
  onEdit,
  onPreview,
}: {
  styles: readonly AssignedUserStyle[]
  isSearch: boolean
  onEdit: (style: AssignedUserStyle) => void
  onPreview: (style: AssignedUserStyle) => void
}) {
  const { remove, removingId } = useRemoval({
    remove: (id) => call('DELETE /api/user-styles/:id', { params: { id } }),
    queryKeys: [stylesKey],
    done: 'User style deleted successfully!',
    failed: 'Failed to delete user style',
  })
  if (shown.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<Palette />}
          title={isSearch ? 'No styles found' : 'No User Styles Yet'}
          text={
            isSearch ? 'No style has this in its name or description.' : 'A style gives a username its look.'
          }
        />
      </Card>
    )
  function ask(id: number) {
    // oxlint-disable-next-line no-alert -- the specification wants the browser's own question here
    const isSure = confirm(
      'Are you sure you want to delete this user style? This will also remove all assignments.',
    )
    if (isSure) remove(id)
  }
  return (
    <ul className={listStyles.grid}>
      {shown.map((style) => (
        <Card as="li" key={style.id} padding="md" className={listStyles.card}>
          <div className={listStyles.head}>
            <div className={listStyles.titles}>
              <h2>{style.name}</h2>
              <p className={listStyles.faint}>Priority {style.priority}</p>
            </div>
            <Badge tone={style.is_active ? 'active' : 'idle'}>
              {style.is_active ? 'Active' : 'Inactive'}
            </Badge>
          </div>
          <div className={styles.sample}>
            <StyledName name="Username" css={shownCss(style)} />
          </div>
          {style.description && <p className={listStyles.text}>{style.description}</p>}
          <code className={styles.css}>{style.css_properties}</code>
          <div className={listStyles.facts}>
            <span>{style.assigned_count} assigned</span>
            <span>Created {dateText(style.created_at)}</span>
          </div>
          <div className={listStyles.foot}>
            <Button size="sm" icon={<Eye />} onClick={() => onPreview(style)}>
              Preview<span className="visually-hidden"> {style.name}</span>
            </Button>
            <Button size="sm" icon={<Pencil />} onClick={() => onEdit(style)}>
              Edit<span className="visually-hidden"> {style.name}</span>
            </Button>
            <Button
              size="sm"
              variant="danger-outline"
              icon={<Trash2 />}
              isBusy={removingId === style.id}
              busyText="Deleting..."
              onClick={() => ask(style.id)}
            >
              Delete<span className="visually-hidden"> {style.name}</span>
            </Button>
          </div>
        </Card>
      ))}
    </ul>
  )
}
