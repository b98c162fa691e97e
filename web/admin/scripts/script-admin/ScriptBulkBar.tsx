import { useState } from 'react'

import table from '#web/admin/resource/Table.module.css'
import { lazyDialog } from '#web/ui/lazy-part.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { focusMain } from '#web/ui/focus-main.ts'

import type { ListedScript } from './moderated-scripts.data.ts'
import { countText } from './script-texts.ts'
import type { ChosenScripts } from './ScriptTable.tsx'
import { useScriptAct } from './use-script-act.ts'

const HideDialog = lazyDialog(() => import('#web/scripts/script-page/HideDialog.tsx'), 'HideDialog')
const ConfirmDialog = lazyDialog(() => import('#web/ui/ConfirmDialog.tsx'), 'ConfirmDialog')

type Failed = readonly { script: ListedScript; reason: string }[]

/** Acts on all selected scripts, also on those of other pages. */
export function ScriptBulkBar({
  chosen,
  scripts,
  userId,
  onChoose,
}: {
  chosen: ChosenScripts
  /** Those of this page. */
  scripts: readonly ListedScript[]
  /** The user, whose own scripts others decide about. */
  userId: number
  onChoose: (chosen: ChosenScripts) => void
}) {
  const [isHiding, setHiding] = useState(false)
  const [failed, setFailed] = useState<Failed>([])
  const act = useScriptAct((outcome) => {
    setHiding(false)
    setFailed(outcome.failed)
    onChoose(new Map(outcome.failed.map(({ script }) => [script.id, script])))
    if (outcome.failed.length === 0) focusMain()
  })
  const selected = [...chosen.values()]
  const elsewhere = selected.length - scripts.filter(({ id }) => chosen.has(id)).length
  const own = selected.filter((script) => script.userId === userId).length
  const run = (action: 'publish' | 'restore') => act.mutate({ action, scripts: selected })
  return (
    <section
      aria-label="Selected scripts"
      className={`${table.bulk} pad-2-2-2-5 sticky row wrap gap-2 round-lg`}
    >
      <div className="push-rest row wrap gap-2">
        <output>
          {countText(selected.length)} selected{elsewhere > 0 && `, ${elsewhere} on other pages`}
          {own > 0 && `, ${own} of your own`}
        </output>
      </div>
      <Button size="sm" onClick={() => run('publish')} disabled={act.isPending}>
        Publish
      </Button>
      <Button size="sm" onClick={() => setHiding(true)} disabled={act.isPending}>
        Hide
      </Button>
      <Button size="sm" onClick={() => run('restore')} disabled={act.isPending}>
        Restore
      </Button>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          onChoose(new Map())
          focusMain()
        }}
      >
        Clear
      </Button>
      {isHiding && (
        <HideDialog
          title={`Hide ${countText(selected.length)}`}
          isBusy={act.isPending}
          error={act.error ? errorMessage(act.error, 'Failed to hide scripts') : undefined}
          onHide={(removal) => act.mutate({ action: 'hide', scripts: selected, removal })}
          onClose={() => {
            act.reset()
            setHiding(false)
          }}
        />
      )}
      {failed.length > 0 && (
        <ConfirmDialog
          onClose={() => setFailed([])}
          title={`${countText(failed.length)} not changed`}
          confirmLabel="Clear the selection"
          cancelLabel="Close"
          variant="cta"
          onConfirm={() => {
            setFailed([])
            onChoose(new Map())
          }}
        >
          <ul className="max-h-40vh scroll grid gap-2 break" aria-label="Not changed">
            {failed.map(({ script, reason }) => (
              <li key={script.id}>
                <b>{script.name}</b>: {reason}
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </section>
  )
}
