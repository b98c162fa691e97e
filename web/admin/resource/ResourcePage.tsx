import { Plus } from 'lucide-react'
import { Fragment, Suspense, useState } from 'react'
import type { ComponentProps, ComponentType, ReactNode } from 'react'

import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { useDenial } from '#web/admin/use-denial.ts'
import { Button } from '#web/ui/Button.tsx'

import { resourceTexts } from './resource.ts'
import type { Resource } from './resource.ts'
import type { CardControls } from './ResourceCard.tsx'
import { ResourceList } from './ResourceList.tsx'
import { useDelete } from './use-delete.ts'

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
      <Suspense>
        {edited && (
          <Dialog item={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
    </AdminPage>
  )
}
