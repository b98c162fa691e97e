// Part of every page, without the schemas of categories.ts.
/** The categories of a new site, and the fallback when the list cannot be loaded. */
export const fixedCategories = [
  'Scripts',
  'Mapping',
  'Clothes',
  'Cars',
  'Weapons',
  'Jobs',
  'Housing',
  'Other',
] as const

export const defaultCategoryColor = '#ad9c7e'
