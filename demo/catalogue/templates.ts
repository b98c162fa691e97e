import { z } from 'zod/mini'

import { fixedCategories } from '#contract/scripts/categories.ts'

import { readRows } from './read-rows.ts'

export type CategoryName = (typeof fixedCategories)[number]

export type ScriptTemplate = {
  category: CategoryName
  name: string
  tags: string[]
  /** The cover: a file in demo/images/covers, without its extension. */
  image: string
  summary: string
}

const Row = z.tuple([z.enum(fixedCategories), z.string(), z.string(), z.string(), z.string()])

export const templates: readonly ScriptTemplate[] = z
  .parse(z.array(Row), readRows('templates.txt'))
  .map(([category, name, tags, image, summary]) => ({
    category,
    name,
    tags: tags.split(', '),
    image,
    summary,
  }))
