import { useQuery } from '@tanstack/react-query'
import { FolderTree } from 'lucide-react'
import { lazy } from 'react'

import { ResourcePage } from '#web/admin/resource/ResourcePage.tsx'
import { categoriesQuery } from '#web/categories/categories.data.ts'

import { categoryResource } from './category-resource.ts'
import { CategoryCard } from './CategoryCard.tsx'

const CategoryDialog = lazy(async () => ({
  default: (await import('./CategoryDialog.tsx')).CategoryDialog,
}))

export function CategoriesPage() {
  const query = useQuery({ ...categoriesQuery, staleTime: 0 })
  return (
    <ResourcePage
      title="Category Management"
      resource={categoryResource}
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
  )
}
