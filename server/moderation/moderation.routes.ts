import { blocklistApi } from '#contract/moderation/blocklist.ts'
import { casesApi } from '#contract/moderation/cases.ts'
import { moderatedTextsApi } from '#contract/moderation/moderated-texts.ts'
import { moderatorActsApi, bulkActsApi } from '#contract/moderation/bulk-acts.ts'
import { takedownsApi } from '#contract/moderation/takedowns.ts'
import { userAdminApi } from '#contract/moderation/user-admin.ts'
import { userNotesApi } from '#contract/moderation/user-notes.ts'
import { cachedRoute, route } from '#platform/http/route.ts'
import { casesTag } from '#server/records/records.public.ts'
import { cardTag } from '#server/scripts/scripts.public.ts'

import { openAppeal } from './appeals.ts'
import { addEntry, removeEntry, listBlocklist } from './blocklist/change-blocklist.ts'
import { readEffect } from './blocklist/read-effect.ts'
import { claimCase, releaseCase } from './case-access.ts'
import { decideCase } from './decide-case.ts'
import { readDecisionEffect } from './decision.ts'
import { listCases, listOwnCases, readLog } from './list-cases.ts'
import { openReport } from './open-report.ts'
import { readCase, listMessages, listReports } from './read-case.ts'
import { banInBulk, liftBansInBulk, suspendInBulk } from './bulk-acts/bulk-acts.ts'
import { endSessions, suspendUser } from './user-admin/suspend-user.ts'
import { listActsOf, undoActsOf } from './bulk-acts/undo-acts-of.ts'
import { listBulkActs, undoBulkAct } from './bulk-acts/undo-bulk-act.ts'
import { confirmNotice, sendNotice, sendCounterNotice } from './takedowns/notices.ts'
import { readOfUploader, readStatus } from './takedowns/read-takedown.ts'
import { actOnTexts, listTexts } from './texts/moderated-texts.ts'
import { editGroupsOfUser, editUser, setAdminFlag } from './user-admin/edit-user.ts'
import {
  readAdminUser,
  explainPermissions,
  readSameIp,
  readGroupsOfUser,
  readUser,
  listUsers,
} from './user-admin/read-users.ts'
import {
  addNote,
  readNotes,
  removeNote,
  readReasons,
  removeReason,
  saveReason,
} from './user-admin/user-notes.ts'
import { allowDirectMessages, writeMessage } from './write-message.ts'

export const moderationRoutes = [
  route(casesApi.open, async ({ app, actor, body }) => {
    const open = body.kind === 'report' ? openReport(app, actor, body) : openAppeal(app, actor, body)
    return readCase(app, actor, await open)
  }),
  route(casesApi.mine, ({ app, actor, query }) => listOwnCases(app, actor, query)),
  route(casesApi.get, ({ app, actor, params }) => readCase(app, actor, params.id)),
  route(casesApi.reports, ({ app, actor, params, query }) => listReports(app, actor, params.id, query)),
  route(casesApi.messages, ({ app, actor, params, query }) =>
    listMessages(app, actor, params.id, query.before),
  ),
  route(casesApi.message, async ({ app, actor, params, body }) => {
    await writeMessage(app, actor, params.id, body)
    return readCase(app, actor, params.id)
  }),
  route(casesApi.queue, ({ app, actor, query }) => listCases(app, actor, query)),
  route(casesApi.claim, async ({ app, actor, params }) => {
    await claimCase(app, actor, params.id)
    return readCase(app, actor, params.id)
  }),
  route(casesApi.release, async ({ app, actor, params }) => {
    await releaseCase(app, actor, params.id)
    return readCase(app, actor, params.id)
  }),
  route(casesApi.directMessages, async ({ app, actor, params, body }) => {
    await allowDirectMessages(app, actor, params.id, body.isAllowed)
    return readCase(app, actor, params.id)
  }),
  route(casesApi.effect, ({ db, actor, params, body }) => readDecisionEffect(db, actor, params.id, body)),
  route(casesApi.decide, async ({ app, actor, params, body }) => {
    await decideCase(app, actor, params.id, body)
    return readCase(app, actor, params.id)
  }),
  // A script that is hidden, renamed or published invalidates its tag, also when the log does not name it.
  cachedRoute(
    casesApi.log,
    () => [casesTag],
    async ({ app, query, addCacheTags }) => {
      const { log, scriptIds } = await readLog(app, query)
      addCacheTags(...scriptIds.map(cardTag))
      return log
    },
  ),

  route(blocklistApi.list, ({ db, query }) => listBlocklist(db, query)),
  route(blocklistApi.effect, ({ app, actor, query }) => readEffect(app, actor, query)),
  route(blocklistApi.add, ({ app, actor, body }) => addEntry(app, actor, body)),
  route(blocklistApi.remove, ({ app, actor, params, query }) => removeEntry(app, actor, params.id, query)),

  route(takedownsApi.send, ({ app, body }) => sendNotice(app, body)),
  route(takedownsApi.confirm, ({ app, body }) => confirmNotice(app, body.token)),
  route(takedownsApi.status, ({ db, params, query }) => readStatus(db, params.number, query.secret)),
  route(takedownsApi.ofUploader, ({ db, actor, params }) => readOfUploader(db, actor, params.number)),
  route(takedownsApi.counter, ({ app, actor, params, body }) =>
    sendCounterNotice(app, actor, params.number, body),
  ),

  route(moderatedTextsApi.list, ({ db, query }) => listTexts(db, query)),
  route(moderatedTextsApi.bulk, ({ app, actor, body }) => actOnTexts(app, actor, body)),

  route(bulkActsApi.ban, ({ app, actor, body }) => banInBulk(app, actor, body)),
  route(bulkActsApi.lift, ({ app, actor, body }) => liftBansInBulk(app, actor, body)),
  route(bulkActsApi.suspend, ({ app, actor, body }) => suspendInBulk(app, actor, body)),
  route(bulkActsApi.acts, ({ app, actor, query }) => listBulkActs(app, actor, query)),
  route(bulkActsApi.undo, ({ app, actor, params }) => undoBulkAct(app, actor, params.id)),
  route(moderatorActsApi.list, ({ app, actor, params, query }) => listActsOf(app, actor, params.id, query)),
  route(moderatorActsApi.undo, ({ app, actor, params, body }) => undoActsOf(app, actor, params.id, body)),

  route(userAdminApi.list, ({ app, actor, query }) => listUsers(app, actor, query)),
  route(userAdminApi.get, ({ app, actor, params }) => readUser(app, actor, params.id)),
  route(userAdminApi.edit, ({ app, actor, params, body }) => editUser(app, actor, params.id, body)),
  route(userAdminApi.setAdmin, ({ app, actor, params, body }) =>
    setAdminFlag(app, actor, params.id, body.is_admin),
  ),
  route(userAdminApi.suspend, async ({ app, actor, params, body }) => {
    await suspendUser(app, actor, params.id, body)
    return { user: await readAdminUser(app, actor, params.id) }
  }),
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
