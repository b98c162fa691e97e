import { z } from 'zod/mini'
import { selectNamedUser } from '#server/scripts/named-users.queries.ts'

import { inTransaction, invalidate, type Db } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { handOverScriptsJob } from '#server/accounts/accounts.public.ts'
import { moveCountsOfAuthor } from '#server/scripts/script-counts.queries.ts'
import { selectScriptForUpdate, type ScriptRow } from '#server/scripts/script-rows.queries.ts'
import { invalidateScript, scriptsOfTag } from '#server/scripts/script-tags.ts'
import { reindexScriptsJob } from '#server/scripts/write-attributes.ts'

import { emitMembersChange, recordMemberActivity } from './record-member-activity.ts'
import { removeMemberRow, selectMaintainedScripts, updateExemptions, updateOwner } from './members.queries.ts'

type User = { id: number; username: string }

/** Of a locked script. Its counts, search document and lists are those of the new owner then. */
export async function changeOwner(
  tx: Db,
  script: ScriptRow,
  to: User,
  now: Date,
  by: { id: number | null; username: string } = to,
): Promise<void> {
  const { id: scriptId, userId: from } = script
  await removeMemberRow(tx, scriptId, to.id)
  await updateOwner(tx, scriptId, { from, to: to.id })
  await updateExemptions(tx, scriptId, { from, to: to.id })
  if (script.publication === 'published') await moveCountsOfAuthor(tx, script, to.id)
  await enqueueJob(tx, reindexScriptsJob, { ids: [scriptId] })
  const former = await selectNamedUser(tx, from)
  const member = { userId: from, username: former?.username ?? '' }
  const newOwner = { id: by.id, username: to.username }
  await recordMemberActivity(tx, newOwner, script, 'Script Transferred', member)
  const change = { username: to.username, change: 'owner' as const }
  await emitMembersChange(tx, by, { ...script, userId: to.id }, change, now)
  invalidateScript(tx, script)
  invalidate(tx, scriptsOfTag(to.id))
}

const Payload = z.object({ userId: z.int() })

/** The scripts of a deleted account are owned by the maintainer who has been one for the longest time. */
export const handOverScripts: Job = {
  name: handOverScriptsJob,
  async run({ db, clock }, payload) {
    const { userId } = Payload.parse(payload)
    for (const id of await selectMaintainedScripts(db, userId))
      await inTransaction(db, async (tx) => {
        const script = await selectScriptForUpdate(tx, id)
        const first = script?.members.find(({ role }) => role === 'maintainer')
        const heir = first && (await selectNamedUser(tx, first.userId))
        if (!script || script.userId !== userId || !heir) return
        const by = { id: null, username: heir.username }
        await changeOwner(tx, script, heir, clock.now(), by)
      })
  },
}
