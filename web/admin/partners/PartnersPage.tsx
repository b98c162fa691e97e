import { useQuery } from '@tanstack/react-query'
import { Handshake, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import type { Partner } from '#contract/partners.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import listStyles from '#web/admin/layout/CardList.module.css'
import { useRemoval } from '#web/admin/use-removal.ts'
import { call } from '#web/app/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { PartnerCard } from './PartnerCard.tsx'
import { partnersQuery } from './partners.data.ts'

const PartnerDialog = lazy(async () => ({ default: (await import('./PartnerDialog.tsx')).PartnerDialog }))

export function PartnersPage() {
  const { data: partners, isError, error, refetch, isFetching } = useQuery(partnersQuery)
  const [edited, setEdited] = useState<Partner | 'new'>()
  const { remove, removingId } = useRemoval({
    remove: (id) => call('DELETE /api/partners/:id', { params: { id } }),
    queryKeys: [partnersQuery.queryKey, ['partners']],
    done: 'Partner deleted successfully!',
    failed: 'Failed to delete partner',
  })
  const add = (
    <Button variant="cta" icon={<Plus />} onClick={() => setEdited('new')}>
      Add Partner
    </Button>
  )
  return (
    <AdminPage title="Partner Management" actions={partners?.length !== 0 && add}>
      {isError && !partners && (
        <FailedState
          title="Error Loading Partners"
          text={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!partners && !isError && <Skeleton shape="block" height={260} />}
      {partners?.length === 0 && (
        <Card>
          <EmptyState
            icon={<Handshake />}
            title="No Partners Yet"
            text="Partners stand on the homepage of this site, with their logo and their links."
            action={add}
          />
        </Card>
      )}
      {partners && partners.length > 0 && (
        <ul className={listStyles.grid}>
          {partners.map((partner) => (
            <PartnerCard
              key={partner.id}
              partner={partner}
              isRemoving={removingId === partner.id}
              onEdit={() => setEdited(partner)}
              onRemove={() => remove(partner.id)}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {edited && (
          <PartnerDialog
            partner={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </AdminPage>
  )
}
