import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { ScriptAct } from '#contract/scripts/moderated-scripts.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { showToast } from '#web/ui/toast.ts'

import { actOnScripts, invalidateScripts, type ListedScript } from './moderated-scripts.data.ts'
import { countText } from './script-texts.ts'

type Act = Pick<ScriptAct, 'action'> & { scripts: readonly ListedScript[]; removal?: Removal }
type Removal = Pick<NonNullable<ListedScript['removal']>, 'reason' | 'note'>
type Outcome = { done: ListedScript[]; failed: { script: ListedScript; reason: string }[] }

const doneTexts = { publish: 'published', hide: 'hidden', restore: 'restored' } as const

/** Acts on scripts. A toast offers to undo what was done, `onDone` receives what failed. */
export function useScriptAct(onDone: (outcome: Outcome) => void) {
  const queryClient = useQueryClient()
  const undo = async (action: 'hide' | 'restore', done: readonly ListedScript[]) => {
    const acts: ScriptAct[] =
      action === 'hide' ? [{ action: 'restore', ids: done.map(({ id }) => id) }] : hideAgain(done)
    try {
      const results = (await Promise.all(acts.map(actOnScripts))).flat()
      const failed = results.filter(({ error }) => error !== null)
      void showToast({
        type: failed.length > 0 ? 'warning' : 'success',
        title:
          failed.length > 0
            ? `${countText(failed.length)} could not be changed back`
            : `${countText(results.length)} ${action === 'hide' ? 'restored' : 'hidden'} again`,
        ...(failed[0]?.error && { message: failed[0].error }),
      })
    } catch (error) {
      void showToast({ type: 'error', title: errorMessage(error, 'Failed to undo') })
    }
    await invalidateScripts(
      queryClient,
      done.map(({ id }) => id),
    )
  }
  return useMutation({
    mutationFn: async ({ action, scripts, removal }: Act): Promise<Outcome> => {
      const ids = scripts.map(({ id }) => id)
      const act: ScriptAct =
        action === 'hide' ? { action, ids, ...(removal ?? { reason: 'other', note: '' }) } : { action, ids }
      const results = await actOnScripts(act)
      const errors = new Map(results.map(({ id, error }) => [id, error]))
      return {
        done: scripts.filter(({ id }) => errors.get(id) === null),
        failed: scripts.flatMap((script) => {
          const reason = errors.get(script.id)
          return reason ? [{ script, reason }] : []
        }),
      }
    },
    onError: (error, { action }) => {
      // The dialog shows the error.
      if (action === 'hide') return
      void showToast({ type: 'error', title: errorMessage(error, 'Failed to change scripts') })
    },
    onSuccess: async (outcome, act) => {
      onDone(outcome)
      const { done } = outcome
      const { action } = act
      if (done.length > 0)
        void showToast({
          type: 'success',
          title: `${done.length === 1 ? (done[0]?.name ?? '') : countText(done.length)} ${doneTexts[action]}`,
          durationMs: 10_000,
          ...(action !== 'publish' && {
            action: { label: 'Undo', run: () => void undo(action, done) },
          }),
        })
      await invalidateScripts(
        queryClient,
        act.scripts.map(({ id }) => id),
      )
    },
  })
}

/** With the reason and the note that each had before. */
function hideAgain(scripts: readonly ListedScript[]): ScriptAct[] {
  return Map.groupBy(scripts, ({ removal }) => JSON.stringify([removal?.reason, removal?.note]))
    .values()
    .flatMap((group) => {
      const removal = group[0]?.removal
      if (!removal) return []
      return [
        {
          action: 'hide' as const,
          ids: group.map(({ id }) => id),
          reason: removal.reason,
          note: removal.note,
        },
      ]
    })
    .toArray()
}
