import { z } from 'zod/mini'

import { CategoryChange, selectableCategoryIcons } from '#contract/scripts/categories.ts'
import type { Category } from '#contract/scripts/categories.ts'
import { defaultCategoryColor } from '#contract/scripts/fixed-categories.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'

/** `icon` may be one that the dialog does not offer; it stays until the user chooses another. */
const CategoryForm = z.extend(z.required(CategoryChange), { icon: z.string() })
export type CategoryForm = z.output<typeof CategoryForm>

export const useCategoryForm = (category: Category | undefined) =>
  useZodForm<CategoryForm>(CategoryForm, {
    name: category?.name ?? '',
    description: category?.description ?? '',
    icon: category?.icon ?? 'Folder',
    color: category?.color ?? defaultCategoryColor,
  })

/** The body of a request; an icon that the dialog does not offer is left out. */
export function categoryBody({ icon: chosen, ...fields }: CategoryForm) {
  const icon = selectableCategoryIcons.find((offered) => offered === chosen)
  return { ...fields, ...(icon && { icon }) }
}

/** The default first, then the colors of the fixed categories. */
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
