import { queryOf } from './queries.ts'
import { defineRule, lua, medium } from './rule.ts'

const wholeTable =
  /(?:^|;)\s*(delete\s+from\s+[`"]?(users|players|characters|owned_vehicles|player_vehicles|bank_accounts)[`"]?)\s*(;|$)/i

export const deletesData = defineRule({
  id: 'deletes-data',
  on: ['database'],
  test: (event) => {
    const { text } = queryOf(event)
    const whole = wholeTable.exec(text)?.[1]
    if (whole !== undefined) return medium(whole)
    const deletes = /\b(drop\s{1,9}(table|database)|truncate)\b/i.exec(text)?.[0]
    return deletes === undefined ? undefined : medium(deletes)
  },
  examples: {
    found: [
      lua(`^MySQL.query('DELETE FROM players')`),
      lua(
        `^MySQL.transaction({ { query = 'DELETE FROM jobs WHERE id = 1' }, { query = 'DELETE FROM players' } })`,
      ),
      lua(`^MySQL.query('DROP TABLE IF EXISTS ' .. name)`),
    ],
    notFound: [
      lua(`MySQL.query('DELETE FROM players WHERE last_seen < ?', { time })`),
      lua(`MySQL.query('ALTER TABLE garages DROP COLUMN job')`),
    ],
  },
})
