import { teamLimits } from '#contract/scripts/teams.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'

import { selectScriptCount, selectTeamForUpdate } from './teams.queries.ts'

/** Locks the team, so that the count is exact and the team is not deleted meanwhile. */
export async function assertRoomInTeam(tx: Db, teamId: number): Promise<void> {
  const team = await selectTeamForUpdate(tx, teamId)
  if (!team || team.team.removedAt !== null) throw conflict('A moderator hid this team')
  if ((await selectScriptCount(tx, teamId)) >= teamLimits.scriptsMax)
    throw conflict(`A team can own at most ${teamLimits.scriptsMax} scripts`)
}
