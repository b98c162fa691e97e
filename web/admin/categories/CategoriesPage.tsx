import { useQuery } from '@tanstack/react-query'
import { FolderTree, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import type { Category } from '#contract/categories.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import listStyles from '#web/admin/layout/CardList.module.css'
import { useRemoval } from '#web/admin/use-removal.ts'
import { call } from '#web/app/call.ts'
import { categoriesQuery } from '#web/categories/categories.data.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { CategoryCard } from './CategoryCard.tsx'

const CategoryDialog = lazy(async () => ({
  default: (await import('./CategoryDialog.tsx')).CategoryDialog,
}))

export function CategoriesPage() {
  const list = useQuery({ ...categoriesQuery, staleTime: 0 })
  const categories = list.data
  const [edited, setEdited] = useState<Category | 'new'>()
  const { remove, removingId } = useRemoval({
    remove: (id) => call('DELETE /api/categories/:id', { params: { id } }),
    queryKeys: [categoriesQuery.queryKey],
    done: 'Category deleted successfully!',
    failed: 'Failed to delete category',
  })
  const add = (
    <Button variant="cta" icon={<Plus />} onClick={() => setEdited('new')}>
      Add Category
    </Button>
  )
  return (
    <AdminPage title="Category Management" actions={categories?.length !== 0 && add}>
      {list.isError && !categories && (
        <FailedState
          title="Failed to load categories"
          text={list.error.message}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.isPending && <Skeleton shape="block" height={260} />}
      {categories?.length === 0 && (
        <Card>
          <EmptyState
            icon={<FolderTree />}
            title="No Categories Yet"
            text="Authors choose one of the categories for each of their scripts."
            action={add}
          />
        </Card>
      )}
      {categories && categories.length > 0 && (
        <ul className={listStyles.grid}>
          {categories.map((category) => (
            <CategoryCard
              key={category.id}
              category={category}
              isRemoving={removingId === category.id}
              onEdit={() => setEdited(category)}
              onRemove={() => remove(category.id)}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {edited && (
          <CategoryDialog
            category={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </AdminPage>
  )
}
