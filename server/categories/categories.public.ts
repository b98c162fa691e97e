export {
  lockCategoryByName as lockCategory,
  selectCategoryByName as findCategory,
} from './categories.queries.ts'
export { listCategories } from './list-categories.ts'
