export {
  lockCategoryByName as lockCategory,
  selectCategories as listCategories,
  selectCategoryByName as findCategory,
} from './categories.queries.ts'
