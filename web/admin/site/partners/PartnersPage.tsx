import { useQuery } from '@tanstack/react-query'
import { Handshake, ExternalLink } from 'lucide-react'
import { useState } from 'react'

import { lazyDialog } from '#web/ui/lazy-part.ts'
import { ResourcePage } from '#web/admin/resource/ResourcePage.tsx'
import type { Partner } from '#contract/site/partners.ts'
import { CardButtons, ResourceCard, type CardControls } from '#web/admin/resource/ResourceCard.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { dateText } from '#web/ui/date-text.ts'
import styles from '#web/admin/resource/ResourceCard.module.css'

import { partnerResource, partnersQuery } from './partners.data.ts'

const PartnerDialog = lazyDialog(() => import('./PartnerDialog.tsx'), 'PartnerDialog')

export function PartnersPage() {
  const query = useQuery(partnersQuery)
  return (
    <ResourcePage
      title="Partner Management"
      resource={partnerResource}
      query={query}
      items={query.data}
      failedTitle="Error Loading Partners"
      skeletonHeight={260}
      empty={{
        icon: <Handshake />,
        title: 'No Partners Yet',
        text: 'Partners appear on the homepage with their logo and links.',
      }}
      isAddInEmptyState
      renderCard={(partner, controls) => <PartnerCard partner={partner} {...controls} />}
      Dialog={PartnerDialog}
    />
  )
}

export function PartnerCard({
  partner: { name, description, logo, website, discord, featured, partnerSince },
  ...controls
}: { partner: Partner } & CardControls) {
  return (
    <ResourceCard
      title={name}
      note={`Partner since ${dateText(partnerSince)}`}
      icon={<PartnerLogo name={name} src={logo} />}
      badge={featured && <Badge tone="neutral">Featured</Badge>}
      buttons={<CardButtons {...controls} name={name} />}
    >
      {description && <p className="muted text-sm break">{description}</p>}
      <div className="flex wrap gap-1-4 text-sm">
        <a href={website} target="_blank" rel="noopener noreferrer nofollow" className="row gap-1 text-link">
          <ExternalLink /> Website
        </a>
        <a href={discord} target="_blank" rel="noopener noreferrer nofollow" className="row gap-1 text-link">
          <DiscordIcon /> Discord
        </a>
      </div>
    </ResourceCard>
  )
}

/** Logos are on other hosts: one that does not load is replaced by the name's first letter. */
function PartnerLogo({ name, src }: { name: string; src: string }) {
  const [failedSrc, setFailedSrc] = useState('')
  return (
    <span className={`${styles.tile} grid rigid center clip round-md`}>
      {src && src !== failedSrc ? (
        <img
          className="full tall"
          src={src}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setFailedSrc(src)}
        />
      ) : (
        <b aria-hidden="true">{name.charAt(0).toUpperCase() || '?'}</b>
      )}
    </span>
  )
}
