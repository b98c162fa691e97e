import { useQuery } from '@tanstack/react-query'
import { FolderTree } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { ResourcePage } from '#web/admin/resource/ResourcePage.tsx'
import { ApiError } from '#web/app/call.ts'
import { categoriesQuery } from '#web/scripts/categories/categories.data.ts'

import { categoryResource } from './category-resource.ts'
import { CategoryCard } from './CategoryCard.tsx'

const CategoryDialog = lazy(async () => ({
  default: (await import('./CategoryDialog.tsx')).CategoryDialog,
}))

const MoveScriptsDialog = lazy(async () => ({
  default: (await import('./MoveScriptsDialog.tsx')).MoveScriptsDialog,
}))

export function CategoriesPage() {
  const query = useQuery({ ...categoriesQuery, staleTime: 0 })
  const [filled, setFilled] = useState<{ id: number; reason: string }>()
  const filledCategory = query.data?.find(({ id }) => id === filled?.id)
  const resource = {
    ...categoryResource,
    handleDeleteError: (id: number, error: Error) => {
      if (!(error instanceof ApiError && error.code === 'conflict')) return false
      setFilled({ id, reason: error.message })
      return true
    },
  }
  return (
    <>
      <ResourcePage
        title="Category Management"
        resource={resource}
        query={query}
        items={query.data}
        failedTitle="Failed to load categories"
        skeletonHeight={260}
        empty={{
          icon: <FolderTree />,
          title: 'No Categories Yet',
          text: 'Authors choose one of the categories for each of their scripts.',
        }}
        isAddInEmptyState
        renderCard={(category, controls) => <CategoryCard category={category} {...controls} />}
        Dialog={CategoryDialog}
      />
      <Suspense>
        {filled && filledCategory && (
          <MoveScriptsDialog
            category={filledCategory}
            others={query.data?.filter(({ id }) => id !== filledCategory.id) ?? []}
            reason={filled.reason}
            onClose={() => setFilled(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
