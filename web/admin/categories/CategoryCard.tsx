import { Pencil } from 'lucide-react'

import type { Category } from '#contract/categories.ts'
import styles from '#web/admin/layout/CardList.module.css'
import { DeleteButton } from '#web/admin/layout/DeleteButton.tsx'
import { fullNumber } from '#web/app/short-number.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusDot } from '#web/ui/StatusDot.tsx'
import { tintOf } from '#web/ui/tint.ts'

import { OfferedIcon } from './OfferedIcon.tsx'

export function CategoryCard({
  category,
  isRemoving,
  onEdit,
  onRemove,
}: {
  category: Category
  isRemoving: boolean
  onEdit: () => void
  onRemove: () => void
}) {
  const { name, description, icon, color, script_count } = category
  return (
    <Card as="li" padding="md" className={styles.card}>
      <div className={styles.head}>
        <span className={styles.tile} style={{ '--tint': tintOf(color) }}>
          <OfferedIcon name={icon} />
        </span>
        <div className={styles.titles}>
          <h2>{name}</h2>
          <p className={styles.faint}>
            {script_count === 1 ? '1 script' : `${fullNumber(script_count)} scripts`}
          </p>
        </div>
        <span className={styles.faint}>
          <StatusDot color={color}>{color}</StatusDot>
        </span>
      </div>
      {description && <p className={styles.text}>{description}</p>}
      <div className={styles.foot}>
        <Button size="sm" icon={<Pencil />} onClick={onEdit}>
          Edit<span className="visually-hidden"> {name}</span>
        </Button>
        <DeleteButton name={name} isBusy={isRemoving} onConfirm={onRemove} />
      </div>
    </Card>
  )
}
