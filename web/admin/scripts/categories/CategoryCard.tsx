import type { Category } from '#contract/scripts/categories.ts'
import { DeleteButton } from '#web/admin/resource/DeleteButton.tsx'
import { EditButton } from '#web/admin/resource/EditButton.tsx'
import styles from '#web/admin/resource/ResourceCard.module.css'
import { ResourceCard } from '#web/admin/resource/ResourceCard.tsx'
import type { CardControls } from '#web/admin/resource/ResourceCard.tsx'
import { fullNumber } from '#web/app/short-number.ts'
import { StatusDot } from '#web/ui/StatusDot.tsx'
import { tintOf } from '#web/ui/tint.ts'

import { OfferedIcon } from './OfferedIcon.tsx'

export function CategoryCard({
  category: { name, description, icon, color, script_count },
  onEdit,
  onDelete,
  isDeleting,
  denial,
}: { category: Category } & CardControls) {
  return (
    <ResourceCard
      title={name}
      note={script_count === 1 ? '1 script' : `${fullNumber(script_count)} scripts`}
      icon={
        <span
          className={`${styles.tile} grid rigid center clip round-md`}
          style={{ '--tint': tintOf(color) }}
        >
          <OfferedIcon name={icon} />
        </span>
      }
      badge={
        <span className="faint text-sm">
          <StatusDot color={color}>{color}</StatusDot>
        </span>
      }
      buttons={
        <>
          <EditButton name={name} denial={denial} onClick={onEdit} />
          <DeleteButton name={name} denial={denial} isBusy={isDeleting} onConfirm={onDelete} />
        </>
      }
    >
      {description && <p className="muted text-sm break">{description}</p>}
    </ResourceCard>
  )
}
