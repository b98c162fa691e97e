import type { UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Fragment, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react'

import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { resourceTexts, useDenial, type Resource, useDelete } from './resource.ts'
import type { CardControls } from './ResourceCard.tsx'

export type ResourceDialogProps<Item> = { item: Item | undefined; onClose: () => void }

/** A screen of cards with their dialog: lists, creates, edits and deletes the records of a resource. */
export function ResourcePage<Item extends { id: number }>({
  title,
  resource,
  empty,
  isAddInEmptyState = false,
  actions,
  toolbar,
  renderCard,
  Dialog,
  children,
  ...list
}: {
  title: string
  resource: Resource
  /** In the empty state the button to add a record replaces the one of the header. */
  isAddInEmptyState?: boolean
  actions?: ReactNode
  toolbar?: ReactNode
  renderCard: (item: Item, controls: CardControls) => ReactNode
  Dialog: ComponentType<ResourceDialogProps<Item>>
  /** Replaces the cards. */
  children?: ReactNode
} & Omit<ComponentProps<typeof ResourceList<Item>>, 'children'>) {
  const [edited, setEdited] = useState<Item | 'new'>()
  const { deleteItem, deletingId } = useDelete({ ...resource, texts: resourceTexts(resource) })
  const { view, manage } = resource.permissions
  const denial = useDenial(manage)
  const add = denial === undefined && (
    <Button variant="cta" icon={<Plus />} onClick={() => setEdited('new')}>
      {resource.addLabel}
    </Button>
  )
  const isMoved = isAddInEmptyState && list.items?.length === 0
  return (
    <AdminPage
      title={title}
      needs={[view, manage]}
      actions={
        !isMoved && (
          <>
            {actions}
            {add}
          </>
        )
      }
    >
      {toolbar}
      {children || (
        <ResourceList {...list} empty={empty && { ...empty, action: isMoved && add }}>
          {(items) => (
            <ul className="grid gap-4 tiles">
              {items.map((item) => (
                <Fragment key={item.id}>
                  {renderCard(item, {
                    onEdit: () => setEdited(item),
                    onDelete: () => deleteItem(item.id),
                    isDeleting: deletingId === item.id,
                    denial,
                  })}
                </Fragment>
              ))}
            </ul>
          )}
        </ResourceList>
      )}
      {edited && <Dialog item={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </AdminPage>
  )
}

export function ResourceList<Item>({
  query,
  items,
  failedTitle,
  failedText = query.error?.message,
  skeletonHeight,
  empty,
  children,
}: {
  query: UseQueryResult
  items: readonly Item[] | undefined
  failedTitle: string
  failedText?: string | undefined
  skeletonHeight: number
  empty?: { icon: ReactNode; title: string; text: string; action?: ReactNode } | undefined
  children: (items: readonly Item[]) => ReactNode
}) {
  if (query.isPending) return <Skeleton shape="block" height={skeletonHeight} />
  if (!items) return <FailedState title={failedTitle} text={failedText} query={query} />
  if (items.length > 0 || !empty) return children(items)
  return (
    <Card>
      <EmptyState {...empty} />
    </Card>
  )
}
