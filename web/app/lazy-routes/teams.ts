import { manageTeamRoute, ownTeamsRoute, teamRoute } from '#web/scripts/teams/teams.routes.ts'

export const routes = [ownTeamsRoute, teamRoute, manageTeamRoute] as const
