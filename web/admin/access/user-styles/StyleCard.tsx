import { Eye } from 'lucide-react'
import { Suspense, useState } from 'react'

import type { AssignedUserStyle } from '#contract/access/user-styles.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { DeleteButton } from '#web/admin/resource/DeleteButton.tsx'
import { EditButton } from '#web/admin/resource/EditButton.tsx'
import { ResourceCard } from '#web/admin/resource/ResourceCard.tsx'
import type { CardControls } from '#web/admin/resource/ResourceCard.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'
import { dateText } from '#web/ui/date-text.ts'

import { styleDeclarations } from './style-declarations.ts'
import styles from './UserStyles.module.css'

const PreviewDialog = lazyPart(() => import('./PreviewDialog.tsx'), 'PreviewDialog')

export function StyleCard({
  style,
  onEdit,
  onDelete,
  isDeleting,
  denial,
}: { style: AssignedUserStyle } & CardControls) {
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
          <EditButton name={name} denial={denial} onClick={onEdit} />
          <DeleteButton
            denial={denial}
            name={name}
            question="Are you sure you want to delete this user style? This will also remove all assignments."
            isBusy={isDeleting}
            onConfirm={onDelete}
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
      <Suspense>
        {isPreviewOpen && <PreviewDialog style={style} onClose={() => setPreviewOpen(false)} />}
      </Suspense>
    </ResourceCard>
  )
}
