import type { QueryClient } from '@tanstack/react-query'

import { bulkActLimits, type BulkResult } from '#contract/moderation/bulk-acts.ts'
import type { BulkActKind } from '#contract/access/bans.ts'
import type { RemovalReason } from '#contract/scripts/removal-schemas.ts'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { showToast } from '#web/ui/toast.ts'

import { banRequest, type BanForm } from './ban-duration.ts'
import { usersKey } from './users.data.ts'

export type BulkForm = BanForm & { hideScripts: RemovalReason | '' }

/** The acts of several calls, because one call takes a limited number of users. */
export type BulkOutcome = { actIds: number[]; results: BulkResult['results'] }

export const bulkActs = {
  ban: { label: 'Ban', busyText: 'Banning...', done: 'banned', failed: 'Failed to ban user' },
  suspend: {
    label: 'Suspend',
    busyText: 'Suspending...',
    done: 'suspended',
    failed: 'Failed to suspend user',
  },
  lift: { label: 'Lift bans', busyText: 'Lifting...', done: 'unbanned', failed: 'Failed to unban user' },
} as const satisfies Record<BulkActKind, object>

export async function runBulkAct(
  kind: BulkActKind,
  ids: readonly number[],
  form: BulkForm,
): Promise<BulkOutcome> {
  const { reason, is_permanent, expires_at } = banRequest(form, Date.now())
  const hide_scripts = form.hideScripts || null
  return inParts(ids, (part) => {
    if (kind === 'lift') return call('POST /api/users/admin/bans/bulk/lift', { body: { ids: part } })
    const body = { ids: part, reason, expires_at, hide_scripts }
    return kind === 'ban'
      ? call('POST /api/users/admin/bans/bulk', { body: { ...body, is_permanent } })
      : call('POST /api/users/admin/suspensions/bulk', { body })
  })
}

async function inParts(
  ids: readonly number[],
  run: (part: number[]) => Promise<BulkResult>,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { actIds: [], results: [] }
  for (let start = 0; start < ids.length; start += bulkActLimits.usersMax) {
    const { act_id, results } = await run(ids.slice(start, start + bulkActLimits.usersMax))
    if (act_id !== null) outcome.actIds.push(act_id)
    outcome.results.push(...results)
  }
  return outcome
}

export function countText(count: number): string {
  return count === 1 ? '1 user' : `${count} users`
}

/** "30 users banned, 2 failed" and "45 scripts hidden". */
export function outcomeTexts(
  results: BulkResult['results'],
  texts: { done: string; scripts: 'hidden' | 'restored' },
): { title: string; message?: string } {
  const done = results.filter((result) => result.done).length
  const scripts = results.reduce((sum, result) => sum + result.scripts, 0)
  const failed = results.length - done
  const title = `${countText(done)} ${texts.done}${failed === 0 ? '' : `, ${failed} failed`}`
  if (scripts === 0) return { title }
  return { title, message: `${scripts === 1 ? '1 script' : `${scripts} scripts`} ${texts.scripts}` }
}

const undoTime = 20_000

export function showBulkToast(queryClient: QueryClient, kind: BulkActKind, outcome: BulkOutcome): void {
  const { actIds, results } = outcome
  void showToast({
    type: results.every(({ done }) => done) ? 'success' : 'warning',
    ...outcomeTexts(results, { done: bulkActs[kind].done, scripts: 'hidden' }),
    durationMs: undoTime,
    action: { label: 'Undo', run: () => void undoBulkActs(queryClient, kind, actIds) },
  })
}

export async function undoBulkActs(
  queryClient: QueryClient,
  kind: BulkActKind,
  actIds: readonly number[],
): Promise<void> {
  const results: BulkResult['results'] = []
  try {
    for (const id of actIds)
      results.push(...(await call('POST /api/users/admin/bulk-acts/:id/undo', { params: { id } })).results)
    const rejected = results.filter(({ done }) => !done)
    const { title, message } = outcomeTexts(results, { done: undoneTexts[kind], scripts: 'restored' })
    const reasons = rejected.map(({ username, reason }) => `${username}: ${reason}`)
    const lines = [...(message === undefined ? [] : [message]), ...reasons]
    void showToast({
      type: rejected.length === 0 ? 'success' : 'warning',
      title,
      ...(lines.length > 0 && { message: lines.join('. ') }),
      ...(rejected.length > 0 && { durationMs: undoTime }),
    })
  } catch (error) {
    void showToast({ type: 'error', title: errorMessage(error, 'The action could not be undone') })
  }
  await queryClient.invalidateQueries({ queryKey: usersKey })
}

const undoneTexts = { ban: 'unbanned', suspend: 'no longer suspended', lift: 'banned again' } as const
