import { z } from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { IdParams, noNul } from './fields.ts'
import { defaultCategoryColor } from './fixed-categories.ts'

export { fixedCategories } from './fixed-categories.ts'

/** What the category screen offers. */
export const chosenCategoryIcons = [
  'Folder',
  'Target',
  'Zap',
  'Wrench',
  'Paintbrush',
  'Home',
  'Car',
  'ShieldCheck',
  'Shirt',
  'Globe',
  'Smartphone',
  'Briefcase',
  'Gamepad2',
  'Star',
  'Tag',
  'Flame',
] as const

/** What the public pages know beside those; the categories of a new site have some of them. */
const publicCategoryIcons = [
  'Package',
  'Map',
  'Grid',
  'Search',
  'Filter',
  'Download',
  'Eye',
  'Clock',
  'SlidersHorizontal',
  'ChevronLeft',
  'ChevronRight',
] as const

export const categoryIcons = [...chosenCategoryIcons, ...publicCategoryIcons] as const
export type CategoryIconName = (typeof categoryIcons)[number]

export const categoryLimits = { nameMin: 2, nameMax: 50, descriptionMax: 300 } as const

export const Category = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  color: z.string(),
  script_count: z.int(),
})
export type Category = z.output<typeof Category>

const fields = {
  name: z
    .string('Category name is required')
    .check(
      z.trim(),
      z.minLength(1, 'Category name is required'),
      z.minLength(categoryLimits.nameMin, 'Category name must be at least 2 characters'),
      z.maxLength(categoryLimits.nameMax, 'Category name must be at most 50 characters'),
      noNul,
    ),
  description: z
    .string('Category description is required')
    .check(
      z.trim(),
      z.minLength(1, 'Category description is required'),
      z.maxLength(categoryLimits.descriptionMax, 'Category description must be at most 300 characters'),
      noNul,
    ),
  icon: z.enum(categoryIcons, 'Please select an icon'),
  color: z
    .string('Please select a color')
    .check(z.trim(), z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, 'Please select a color')),
}

export const CategoryDraft = z.object({ ...fields, icon: z._default(fields.icon, 'Folder') })
export type CategoryDraft = z.output<typeof CategoryDraft>

/** Only what is sent changes. */
export const CategoryChange = z.partial(z.object(fields))
export type CategoryChange = z.output<typeof CategoryChange>

export const categoriesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/categories',
    summary: 'All categories with their script counts: the fixed list first, then by name.',
    access: 'anyone',
    reply: z.array(Category),
    limit: 'read',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/categories',
    summary: `Add a category. Names are unique without regard to case; a color is like ${defaultCategoryColor}.`,
    access: 'admin.categories.manage',
    body: CategoryDraft,
    reply: Category,
    status: 201,
    refuses: ['conflict'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/categories/:id',
    summary: 'Change a category; only what is sent changes. Its scripts follow a new name.',
    access: 'admin.categories.manage',
    params: IdParams,
    body: CategoryChange,
    reply: Category,
    refuses: ['conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/categories/:id',
    summary: 'Delete a category; refused with their count while it has scripts.',
    access: 'admin.categories.manage',
    params: IdParams,
    reply: z.null(),
    status: 204,
    refuses: ['conflict'],
  }),
}
