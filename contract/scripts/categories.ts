import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, IdParams, noNul, visible } from '#contract/platform/fields.ts'

export { fixedCategories } from './fixed-categories.ts'

/** The icons that the category form offers. */
export const selectableCategoryIcons = [
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

/** More icons of the public pages; the default categories use some of them. */
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

export const categoryIcons = [...selectableCategoryIcons, ...publicCategoryIcons] as const
export type CategoryIconName = (typeof categoryIcons)[number]

export const categoryLimits = { nameMin: 2, nameMax: 50, descriptionMax: 300, movedMax: 200 } as const

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
      visible(),
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

/** Fields that are not sent stay unchanged. */
export const CategoryChange = z.partial(z.object(fields))
export type CategoryChange = z.output<typeof CategoryChange>

export const CategoryMove = z.object({ to: Id })

export const categoriesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/categories',
    summary: 'List categories',
    description: 'With their script counts: the fixed categories first, then the others by name.',
    access: 'anyone',
    reply: z.array(Category),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/categories',
    summary: 'Create a category',
    description: 'Names are unique regardless of case.',
    access: 'admin.categories.manage',
    body: CategoryDraft,
    reply: Category,
    status: 201,
    errors: ['conflict'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/categories/:id',
    summary: 'Change a category',
    description:
      'Only the fields that are sent change. The scripts of the category follow a new name, and links with the former one still lead to them, until another category has it.',
    access: 'admin.categories.manage',
    params: IdParams,
    body: CategoryChange,
    reply: Category,
    errors: ['conflict'],
  }),
  moveScripts: endpoint({
    method: 'POST',
    path: '/api/categories/:id/move-scripts',
    summary: 'Move the scripts of a category to another one',
    description:
      'At most 200 in one call, hidden ones too: call it until `remaining` is 0, for example before the category is deleted.',
    access: 'admin.categories.manage',
    params: IdParams,
    body: CategoryMove,
    reply: z.object({ moved: z.int(), remaining: z.int() }),
    errors: ['conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/categories/:id',
    summary: 'Delete a category',
    description:
      'The server rejects the request while the category has scripts (409) and reports their number. `movedTo` is the category that they were moved to: links with the name of the deleted category lead there.',
    access: 'admin.categories.manage',
    params: IdParams,
    query: z.object({ movedTo: z.optional(Id) }),
    reply: z.null(),
    status: 204,
    errors: ['conflict'],
  }),
}
