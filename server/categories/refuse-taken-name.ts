import { violatedConstraint } from '#platform/database.ts'
import { invalid } from '#platform/failures.ts'

/** Runs a write of a category; the database decides whose name it is, however many write at once. */
export async function refusingTakenName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedConstraint(error) !== 'categories_name_key_unique') throw error
    throw invalid({ name: 'A category with this name already exists' }, 'conflict')
  }
}
