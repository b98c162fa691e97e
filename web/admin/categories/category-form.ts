import { z } from 'zod/mini'

import { CategoryChange } from '#contract/categories.ts'
import type { Category } from '#contract/categories.ts'
import { defaultCategoryColor } from '#contract/fixed-categories.ts'
import { useJudgedForm } from '#web/auth/use-judged-form.ts'

/** The icon may be one of the public pages that is not on offer here; it stays until another one is chosen. */
const CategoryForm = z.extend(z.required(CategoryChange), { icon: z.string() })
type CategoryForm = z.output<typeof CategoryForm>

export const useCategoryForm = (category: Category | undefined) =>
  useJudgedForm<CategoryForm>(CategoryForm, {
    name: category?.name ?? '',
    description: category?.description ?? '',
    icon: category?.icon ?? 'Folder',
    color: category?.color ?? defaultCategoryColor,
  })

/** The default first, then those of the fixed categories. */
export const categoryColors = [
  defaultCategoryColor,
  '#d8b36a',
  '#8fae7c',
  '#c98bb0',
  '#6fa8dc',
  '#e07a5f',
  '#5fb3a8',
  '#b59a72',
  '#9a94a6',
  '#c9783f',
  '#d9534f',
  '#a678c9',
  '#7f7fd5',
  '#4fa3c7',
  '#5fa777',
  '#7d8590',
] as const
