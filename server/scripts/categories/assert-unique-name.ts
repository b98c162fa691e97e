import { violatedConstraint } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'

/** Runs a write of a category and turns a violation of the unique name into a field error. */
export async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedConstraint(error) !== 'categories_name_key_unique') throw error
    throw invalid({ name: 'A category with this name already exists' }, 'conflict')
  }
}
