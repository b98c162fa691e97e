import { userAdminApi } from '#contract/moderation/user-admin.ts'
import { userNotesApi } from '#contract/moderation/user-notes.ts'
import { route } from '#platform/http/route.ts'

import { editGroupsOfUser, editUser, setAdminFlag } from './edit-user.ts'
import { addNote, readNotes, removeNote } from './edit-notes.ts'
import { endSessions, suspendUser } from './suspend-user.ts'
import { explainPermissions, readSameIp, readGroupsOfUser, readUser } from './read-user.ts'
import { listUsers } from './list-users.ts'
import { readReasons, removeReason, saveReason } from './save-reasons.ts'

export const userAdminRoutes = [
  route(userAdminApi.list, ({ app, actor, query }) => listUsers(app, actor, query)),
  route(userAdminApi.get, ({ app, actor, params }) => readUser(app, actor, params.id)),
  route(userAdminApi.edit, ({ app, actor, params, body }) => editUser(app, actor, params.id, body)),
  route(userAdminApi.setAdmin, ({ app, actor, params, body }) =>
    setAdminFlag(app, actor, params.id, body.is_admin),
  ),
  route(userAdminApi.suspend, ({ app, actor, params, body }) => suspendUser(app, actor, params.id, body)),
  route(userAdminApi.endSessions, ({ app, actor, params }) => endSessions(app, actor, params.id)),
  route(userAdminApi.permissions, ({ app, params }) => explainPermissions(app, params.id)),
  route(userAdminApi.groups, ({ app, params }) => readGroupsOfUser(app, params.id)),
  route(userAdminApi.editGroups, ({ app, actor, params, body }) =>
    editGroupsOfUser(app, actor, params.id, body),
  ),
  route(userAdminApi.sameIp, ({ app, actor, params }) => readSameIp(app, actor, params.id)),
  route(userNotesApi.notes, ({ app, params }) => readNotes(app, params.id)),
  route(userNotesApi.addNote, ({ app, actor, params, body }) => addNote(app, actor, params.id, body)),
  route(userNotesApi.removeNote, ({ app, actor, params }) => removeNote(app, actor, params)),
  route(userNotesApi.reasons, ({ app, query }) => readReasons(app, query.kind)),
  route(userNotesApi.addReason, ({ app, actor, body }) => saveReason(app, actor, body)),
  route(userNotesApi.removeReason, ({ app, actor, params }) => removeReason(app, actor, params.id)),
]
