export {
  selectCategories as listCategories,
  selectCategoryByName as findCategory,
} from './categories.queries.ts'
