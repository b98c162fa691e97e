import { categoriesApi } from '#contract/scripts/categories.ts'
import { cachedRoute, route } from '#platform/http/route.ts'
import { collectionEditorsApi, scriptMembersApi } from '#contract/scripts/members.ts'
import { scriptsApi } from '#contract/scripts/scripts.ts'
import { teamsApi } from '#contract/scripts/teams.ts'
import { userTag } from '#server/access/access.public.ts'
import {
  cardTag,
  editsTag,
  scriptsOfTag,
  trendTag,
  scriptTag,
  worksTag,
  collectionsTag,
  collectionTag,
} from '#server/scripts/script-tags.ts'
import { worksReportsApi } from '#contract/scripts/works-reports.ts'
import { collectionInstallApi } from '#contract/scripts/collection-install.ts'
import { collectionsApi } from '#contract/scripts/collections.ts'

import { addCategory, editCategory, deleteCategory, listCategories } from './categories/change-categories.ts'
import {
  acceptInvitation,
  declineInvitation,
  withdrawInvitation,
  inviteMember,
} from './members/invitations.ts'
import { changeRole, removeMember, readInvitations, readMembers } from './members/members.ts'
import { inviteEditor, readEditors, removeEditor } from './members/collection-editors.ts'
import { readLikeStatus, recordDownload, recordView, setLike } from './script-counters/counters.ts'
import {
  acceptTeamInvitation,
  declineTeamInvitation,
  withdrawTeamInvitation,
  inviteToTeam,
  changeTeamMember,
  removeTeamMember,
} from './teams/team-members.ts'
import {
  changeTeamImage,
  createTeam,
  editTeam,
  removeTeam,
  changeTeamImageForm,
} from './teams/change-team.ts'
import { readOwnTeams, readPublicTeam, readTeam } from './teams/read-team.ts'
import {
  answerWorksReport,
  readOwnReport,
  removeOwnReport,
  reportWorks,
  listWorksReports,
} from './works-reports/works-reports.ts'
import { createCollection, editCollection, removeCollection } from './collections/change-collection.ts'
import {
  deployCollection,
  readCollectionFiles,
  readCollectionInstall,
} from './collections/collection-install.ts'
import {
  addScript,
  removeScript,
  replaceCollectionEntries,
  saveScript,
  unsaveScript,
} from './collections/change-entries.ts'
import { listCollections, listOwnCollections, readCollection } from './collections/read-collections.ts'

export const categoryRoutes = [
  cachedRoute(
    categoriesApi.list,
    () => ['categories'],
    ({ app }) => listCategories(app),
  ),
  route(categoriesApi.create, ({ db, actor, body }) => addCategory(db, actor, body)),
  route(categoriesApi.edit, ({ db, actor, params, body }) => editCategory(db, actor, params.id, body)),
  route(categoriesApi.remove, ({ db, actor, params, query }) =>
    deleteCategory(db, actor, params.id, query.movedTo),
  ),
]

export const scriptMemberRoutes = [
  route(scriptMembersApi.members, ({ app, actor, params }) =>
    readMembers(app.db, actor, params.id, app.clock.now()),
  ),
  route(scriptMembersApi.invite, ({ app, actor, params, body }) => inviteMember(app, actor, params.id, body)),
  route(scriptMembersApi.transfer, ({ app, actor, params, body }) =>
    inviteMember(app, actor, params.id, body),
  ),
  route(scriptMembersApi.changeRole, ({ app, actor, params, body }) =>
    changeRole(app, actor, params, body.role),
  ),
  route(scriptMembersApi.removeMember, ({ app, actor, params }) => removeMember(app, actor, params)),
  route(collectionEditorsApi.editors, ({ app, actor, params }) =>
    readEditors(app.db, actor, params.id, app.clock.now()),
  ),
  route(collectionEditorsApi.invite, ({ app, actor, params, body }) =>
    inviteEditor(app, actor, params.id, body.username),
  ),
  route(collectionEditorsApi.removeEditor, ({ app, actor, params }) => removeEditor(app, actor, params)),
  route(scriptMembersApi.invitations, ({ app, actor }) => readInvitations(app.db, actor, app.clock.now())),
  route(scriptMembersApi.accept, ({ app, actor, params }) => acceptInvitation(app, actor, params.id)),
  route(scriptMembersApi.decline, ({ app, actor, params }) => declineInvitation(app, actor, params.id)),
  route(scriptMembersApi.withdraw, ({ app, actor, params }) => withdrawInvitation(app, actor, params.id)),
]

export const scriptCounterRoutes = [
  route(scriptsApi.likeStatus, ({ db, actor, params }) => readLikeStatus(db, actor, params.id)),
  route(scriptsApi.like, ({ app, actor, params }) => setLike(app, actor, params.id, 'like')),
  route(scriptsApi.unlike, ({ app, actor, params }) => setLike(app, actor, params.id, 'unlike')),
  route(scriptsApi.recordView, ({ app, actor, client, params }) => recordView(app, actor, client, params.id)),
  route(scriptsApi.recordDownload, ({ app, actor, params }) => recordDownload(app, actor, params.id)),
]

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

export const worksReportRoutes = [
  cachedRoute(
    worksReportsApi.list,
    ({ params }, { reports }) => [
      worksTag(params.id),
      scriptTag(params.id),
      ...reports.map(({ user }) => userTag(user.id)),
    ],
    ({ db, actor, params, query }) => listWorksReports(db, actor, params.id, query),
  ),
  route(worksReportsApi.own, ({ app, actor, params }) => readOwnReport(app, actor, params.id)),
  route(worksReportsApi.put, ({ app, actor, params, body }) => reportWorks(app, actor, params.id, body)),
  route(worksReportsApi.remove, ({ app, actor, params }) => removeOwnReport(app, actor, params.id)),
  route(worksReportsApi.answer, ({ app, actor, params, body }) =>
    answerWorksReport(app, actor, params.id, body),
  ),
]

export const collectionRoutes = [
  cachedRoute(
    collectionsApi.list,
    (_, { collections }) => [collectionsTag, ...collections.map(({ owner }) => userTag(owner.id))],
    ({ db, query, addCacheTags }) => listCollections(db, query, addCacheTags),
  ),
  route(collectionsApi.own, ({ db, actor, query }) => listOwnCollections(db, actor, query.script)),
  cachedRoute(
    collectionsApi.get,
    ({ params }, { owner, editors }) => [
      collectionTag(params.id),
      ...[owner, ...editors].map((user) => userTag(user.id)),
    ],
    ({ db, actor, params, query, addCacheTags }) =>
      readCollection(db, actor, params.id, { key: query.key, addTags: addCacheTags }),
  ),
  cachedRoute(
    collectionInstallApi.install,
    // A new script may be what others need.
    ({ params }) => [collectionTag(params.id), 'scripts'],
    ({ app, actor, params, query, addCacheTags }) =>
      readCollectionInstall(app, actor, params.id, { key: query.key, addTags: addCacheTags }),
  ),
  route(collectionInstallApi.files, ({ app, actor, params, query }) =>
    readCollectionFiles(app, actor, params.id, { key: query.key }),
  ),
  route(collectionInstallApi.deploy, ({ app, actor, params, query }) =>
    deployCollection(app, actor, params.id, query.key),
  ),
  route(collectionsApi.create, ({ app, actor, body }) => createCollection(app, actor, body)),
  route(collectionsApi.edit, ({ app, actor, params, body }) => editCollection(app, actor, params.id, body)),
  route(collectionsApi.remove, ({ app, actor, params }) => removeCollection(app, actor, params.id)),
  route(collectionsApi.replaceEntries, ({ app, actor, params, body }) =>
    replaceCollectionEntries(app, actor, params.id, body.entries),
  ),
  route(collectionsApi.addScript, ({ app, actor, params: { id, scriptId }, body }) =>
    addScript(app, actor, id, { scriptId, ...body }),
  ),
  route(collectionsApi.removeScript, ({ app, actor, params }) => removeScript(app, actor, params)),
  route(collectionsApi.save, ({ app, actor, params }) => saveScript(app, actor, params.scriptId)),
  route(collectionsApi.unsave, ({ app, actor, params }) => unsaveScript(app, actor, params.scriptId)),
]
