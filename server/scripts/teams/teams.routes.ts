import { teamsApi } from '#contract/scripts/teams.ts'
import { cachedRoute, route } from '#platform/http/route.ts'
import { userTag } from '#server/access/access.public.ts'
import { cardTag, editsTag, scriptsOfTag, trendTag } from '#server/scripts/script-tags.ts'

import {
  acceptTeamInvitation,
  declineTeamInvitation,
  withdrawTeamInvitation,
  inviteToTeam,
  changeTeamMember,
  removeTeamMember,
} from './team-members.ts'
import { changeTeamImage, createTeam, editTeam, removeTeam, changeTeamImageForm } from './change-team.ts'
import { readOwnTeams, readPublicTeam, readTeam } from './read-team.ts'

export const teamRoutes = [
  cachedRoute(
    teamsApi.get,
    ({ query: { sort } }, team) => [
      userTag(team.id),
      scriptsOfTag(team.id),
      ...team.members.map((member) => userTag(member.id)),
      ...team.scripts.scripts.map((script) => cardTag(script.id)),
      'counters',
      'category-names',
      ...(sort === 'trending' ? [trendTag] : []),
      ...(sort === 'updated' ? [editsTag] : []),
    ],
    ({ db, params, query }) => readPublicTeam(db, params.name, query),
  ),
  route(teamsApi.own, ({ app, actor }) => readOwnTeams(app.db, actor, app.clock.now())),
  route(teamsApi.read, ({ app, actor, params }) => readTeam(app.db, actor, params.id, app.clock.now())),
  route(teamsApi.create, ({ app, actor, body }) => createTeam(app, actor, body)),
  route(teamsApi.edit, ({ app, actor, params, body }) => editTeam(app, actor, params.id, body)),
  route(teamsApi.remove, ({ app, actor, params }) => removeTeam(app, actor, params.id)),
  route(teamsApi.changeImage, ({ app, actor, params, request }) =>
    changeTeamImageForm(app, actor, params.id, request),
  ),
  route(teamsApi.removeImage, ({ app, actor, params }) => changeTeamImage(app, actor, params.id, null)),
  route(teamsApi.invite, ({ app, actor, params, body }) => inviteToTeam(app, actor, params.id, body)),
  route(teamsApi.changeRole, ({ app, actor, params, body }) =>
    changeTeamMember(app, actor, params, body.role),
  ),
  route(teamsApi.removeMember, ({ app, actor, params }) => removeTeamMember(app, actor, params)),
  route(teamsApi.accept, ({ app, actor, params }) => acceptTeamInvitation(app, actor, params.id)),
  route(teamsApi.decline, ({ app, actor, params }) => declineTeamInvitation(app, actor, params.id)),
  route(teamsApi.withdraw, ({ app, actor, params }) => withdrawTeamInvitation(app, actor, params.id)),
]
