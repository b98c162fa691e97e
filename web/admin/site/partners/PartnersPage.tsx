import { useQuery } from '@tanstack/react-query'
import { Handshake } from 'lucide-react'
import { lazy } from 'react'

import { ResourcePage } from '#web/admin/resource/ResourcePage.tsx'

import { partnerResource } from './partner-resource.ts'
import { PartnerCard } from './PartnerCard.tsx'
import { partnersQuery } from './partners.data.ts'

const PartnerDialog = lazy(async () => ({ default: (await import('./PartnerDialog.tsx')).PartnerDialog }))

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
