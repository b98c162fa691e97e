import { ExternalLink, Pencil } from 'lucide-react'

import type { Partner } from '#contract/partners.ts'
import styles from '#web/admin/layout/CardList.module.css'
import { DeleteButton } from '#web/admin/layout/DeleteButton.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { dateText } from '#web/ui/time-ago.ts'

import { PartnerLogo } from './PartnerLogo.tsx'

export function PartnerCard({
  partner,
  isRemoving,
  onEdit,
  onRemove,
}: {
  partner: Partner
  isRemoving: boolean
  onEdit: () => void
  onRemove: () => void
}) {
  const { name, description, website, discord, featured, partnerSince } = partner
  return (
    <Card as="li" padding="md" className={styles.card}>
      <div className={styles.head}>
        <PartnerLogo name={name} src={partner.logo} />
        <div className={styles.titles}>
          <h2>{name}</h2>
          <p className={styles.faint}>Partner since {dateText(partnerSince)}</p>
        </div>
        {featured && <Badge tone="neutral">Featured</Badge>}
      </div>
      {description && <p className={styles.text}>{description}</p>}
      <div className={styles.links}>
        <a href={website} target="_blank" rel="noopener noreferrer nofollow" className="text-link">
          <ExternalLink /> Website
        </a>
        <a href={discord} target="_blank" rel="noopener noreferrer nofollow" className="text-link">
          <DiscordIcon /> Discord
        </a>
      </div>
      <div className={styles.foot}>
        <Button size="sm" icon={<Pencil />} onClick={onEdit}>
          Edit<span className="visually-hidden"> {name}</span>
        </Button>
        <DeleteButton name={name} isBusy={isRemoving} onConfirm={onRemove} />
      </div>
    </Card>
  )
}
