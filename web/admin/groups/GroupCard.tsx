import { Palette, Pencil, Users } from 'lucide-react'

import type { Group } from '#contract/groups.ts'
import { isPermission, permissionCatalogue } from '#contract/permissions.ts'
import styles from '#web/admin/layout/CardList.module.css'
import { DeleteButton } from '#web/admin/layout/DeleteButton.tsx'
import { fullNumber } from '#web/app/short-number.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusDot } from '#web/ui/StatusDot.tsx'
import { Tag } from '#web/ui/Tag.tsx'

const shownMax = 3

export function GroupCard({
  group,
  isRemoving,
  onEdit,
  onMembers,
  onRemove,
}: {
  group: Group
  isRemoving: boolean
  onEdit: () => void
  onMembers: () => void
  onRemove: () => void
}) {
  const { name, display_name, description, color, priority, is_default, member_count, user_styles } = group
  const keys = group.group_permissions.map(({ permission_key }) => permission_key)
  return (
    <Card as="li" padding="md" className={styles.card}>
      <div className={styles.head}>
        <StatusDot color={color} />
        <div className={styles.titles}>
          <h2>{display_name}</h2>
          <p className={styles.faint}>
            {name} · Priority {priority}
          </p>
        </div>
        {is_default && <Badge tone="info">Default</Badge>}
      </div>
      {description && <p className={styles.text}>{description}</p>}
      <div className={styles.facts}>
        <span>{member_count === 1 ? '1 member' : `${fullNumber(member_count)} members`}</span>
        <span>{keys.length === 1 ? '1 permission' : `${keys.length} permissions`}</span>
      </div>
      <div className={styles.badges}>
        {keys.slice(0, shownMax).map((key) => (
          <Tag key={key} label={isPermission(key) ? permissionCatalogue[key][0] : key} />
        ))}
        {keys.length > shownMax && <span className={styles.faint}>+{keys.length - shownMax} more</span>}
        {user_styles && (
          <Badge tone="neutral" icon={<Palette />}>
            Custom style
          </Badge>
        )}
      </div>
      <div className={styles.foot}>
        <Button size="sm" icon={<Pencil />} onClick={onEdit}>
          Edit<span className="visually-hidden"> {display_name}</span>
        </Button>
        <Button size="sm" icon={<Users />} onClick={onMembers}>
          Members<span className="visually-hidden"> of {display_name}</span>
        </Button>
        {!is_default && <DeleteButton name={display_name} isBusy={isRemoving} onConfirm={onRemove} />}
      </div>
    </Card>
  )
}
