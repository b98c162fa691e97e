import { z } from 'zod/mini'

import { endpoint } from './endpoint.ts'

export { fixedCategories } from './fixed-categories.ts'

export const Category = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  color: z.string(),
  script_count: z.int(),
})
export type Category = z.output<typeof Category>

export const categoriesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/categories',
    summary: 'All categories with their script counts: the fixed list first, then by name.',
    access: 'anyone',
    reply: z.array(Category),
    limit: 'read',
  }),
}
