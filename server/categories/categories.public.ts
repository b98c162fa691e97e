export {
  lockCategoryNames as lockCategories,
  lockCategoryByName as lockCategory,
  selectCategoryByName as findCategory,
  selectScriptCount as countScriptsOf,
} from './categories.queries.ts'
export { findListedCategory, listCategories } from './list-categories.ts'
