import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'

import { maintenanceStates } from '#contract/scripts/script-schemas.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'

/** Few scripts have a state. A script without a row is maintained, and based on no other one. */
export const scriptStates = pgTable(
  'script_states',
  {
    scriptId: integer('script_id')
      .primaryKey()
      .references(() => scripts.id, { onDelete: 'cascade' }),
    maintenance: text({ enum: maintenanceStates }),
    basedOn: integer('based_on').references(() => scripts.id, { onDelete: 'set null' }),
  },
  (table) => [index('script_states_based_on').on(table.basedOn)],
)
