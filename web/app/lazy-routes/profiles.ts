import { profileRoute } from '#web/scripts/profiles/profile.route.ts'
import { manageTeamRoute, ownTeamsRoute, teamRoute } from '#web/scripts/teams/teams.routes.ts'

export const routes = [profileRoute, ownTeamsRoute, teamRoute, manageTeamRoute] as const
