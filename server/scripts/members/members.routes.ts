import { collectionEditorsApi, scriptMembersApi } from '#contract/scripts/members.ts'
import { route } from '#platform/http/route.ts'

import { acceptInvitation, declineInvitation, withdrawInvitation } from './answer-invitation.ts'
import { changeRole, removeMember, readInvitations, readMembers } from './members.ts'
import { inviteEditor, readEditors, removeEditor } from './collection-editors.ts'
import { inviteMember } from './invite-member.ts'

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
