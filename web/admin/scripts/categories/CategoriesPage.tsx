import { useQuery } from '@tanstack/react-query'
import { FolderTree } from 'lucide-react'
import { useState } from 'react'

import type { Category } from '#contract/scripts/categories.ts'
import styles from '#web/admin/resource/ResourceCard.module.css'
import { CardButtons, ResourceCard, type CardControls } from '#web/admin/resource/ResourceCard.tsx'
import { ResourcePage } from '#web/admin/resource/ResourcePage.tsx'
import { ApiError } from '#web/app/call.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { categoriesQuery } from '#web/scripts/categories/use-categories.ts'
import { lazyDialog } from '#web/ui/lazy-part.ts'
import { StatusDot } from '#web/ui/StatusDot.tsx'
import { tintOf } from '#web/ui/tint.ts'

import { categoryResource, OfferedIcon } from './category-resource.tsx'

const CategoryDialog = lazyDialog(() => import('./CategoryDialog.tsx'), 'CategoryDialog')

const MoveScriptsDialog = lazyDialog(() => import('./MoveScriptsDialog.tsx'), 'MoveScriptsDialog')

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
      {filled && filledCategory && (
        <MoveScriptsDialog
          category={filledCategory}
          others={query.data?.filter(({ id }) => id !== filledCategory.id) ?? []}
          reason={filled.reason}
          onClose={() => setFilled(undefined)}
        />
      )}
    </>
  )
}

export function CategoryCard({
  category: { name, description, icon, color, script_count },
  ...controls
}: { category: Category } & CardControls) {
  return (
    <ResourceCard
      title={name}
      note={script_count === 1 ? '1 script' : `${fullNumber(script_count)} scripts`}
      icon={
        <span
          className={`${styles.tile} grid rigid center clip round-md`}
          style={{ '--tint': tintOf(color) }}
        >
          <OfferedIcon name={icon} />
        </span>
      }
      badge={
        <span className="faint text-sm">
          <StatusDot color={color}>{color}</StatusDot>
        </span>
      }
      buttons={<CardButtons {...controls} name={name} />}
    >
      {description && <p className="muted text-sm break">{description}</p>}
    </ResourceCard>
  )
}
