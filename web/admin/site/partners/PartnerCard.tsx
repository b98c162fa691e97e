import { ExternalLink } from 'lucide-react'

import type { Partner } from '#contract/site/partners.ts'
import { DeleteButton } from '#web/admin/resource/DeleteButton.tsx'
import { EditButton } from '#web/admin/resource/EditButton.tsx'
import { ResourceCard } from '#web/admin/resource/ResourceCard.tsx'
import type { CardControls } from '#web/admin/resource/ResourceCard.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { dateText } from '#web/ui/date-text.ts'

import { PartnerLogo } from './PartnerLogo.tsx'

export function PartnerCard({
  partner: { name, description, logo, website, discord, featured, partnerSince },
  onEdit,
  onDelete,
  isDeleting,
  denial,
}: { partner: Partner } & CardControls) {
  return (
    <ResourceCard
      title={name}
      note={`Partner since ${dateText(partnerSince)}`}
      icon={<PartnerLogo name={name} src={logo} />}
      badge={featured && <Badge tone="neutral">Featured</Badge>}
      buttons={
        <>
          <EditButton name={name} denial={denial} onClick={onEdit} />
          <DeleteButton name={name} denial={denial} isBusy={isDeleting} onConfirm={onDelete} />
        </>
      }
    >
      {description && <p className="muted text-sm break">{description}</p>}
      <div className="flex wrap gap-1-4 text-sm">
        <a href={website} target="_blank" rel="noopener noreferrer nofollow" className="text-link">
          <ExternalLink /> Website
        </a>
        <a href={discord} target="_blank" rel="noopener noreferrer nofollow" className="text-link">
          <DiscordIcon /> Discord
        </a>
      </div>
    </ResourceCard>
  )
}
