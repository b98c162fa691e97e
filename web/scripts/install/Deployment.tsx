import { useRef, useState } from 'react'

import type { Deploy } from '#contract/scripts/install.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { ApiError, call } from '#web/app/call.ts'
import { openAuthDialog, signInChoiceId } from '#web/app/dialogs.ts'
import { currentSession } from '#web/app/session-store.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldError } from '#web/ui/FieldError.tsx'
import { dateTimeText } from '#web/ui/date-time-text.ts'
import { saveText } from '#web/ui/save-text.ts'
import { useVersionQuestion } from '#web/scripts/versions/use-version-download.ts'

import { CodeBox } from './CodeBox.tsx'
import styles from './Install.module.css'

/** Creates the URL, the recipe and the commands at a click, because it counts as a download. */
export function Deployment({ script, version }: { script: Script; version: VersionSummary }) {
  const session = useSession()
  const isConfirmed = useVersionQuestion(script)
  const [deploy, setDeploy] = useState<Deploy>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const result = useRef<HTMLDivElement>(null)

  async function create(): Promise<void> {
    // Read at the click: the session changes with the dialog.
    const current = currentSession()
    setError(undefined)
    if (!current) return openAuthDialog({ mode: 'choose', onSignedIn: () => void create() })
    if (!hasPermission(current, 'scripts.download'))
      return setError('You need permission to download scripts')
    setBusy(true)
    try {
      if (!(await isConfirmed(version))) return undefined
      setDeploy(await call('POST /api/versions/:id/deploy', { params: { id: version.id } }))
      result.current?.focus()
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'unauthenticated')
        openAuthDialog({ onSignedIn: () => void create() })
      else setError(failure instanceof ApiError ? failure.message : 'Please try again.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <p>
        Members can generate a txAdmin recipe and Linux shell commands. Both download the archive from a URL
        that works for 24 hours or until you sign out. Don’t share it: every download from this URL counts as
        yours. Neither replaces an existing folder: rename the folder before an update.
      </p>
      <div className="row wrap gap-4">
        <Button
          isBusy={isBusy}
          busyText="Generating…"
          data-dialog={signInChoiceId}
          onClick={() => void create()}
        >
          {session ? 'Generate recipe and commands' : 'Sign in to generate recipe and commands'}
        </Button>
        {error && (
          <div role="alert">
            <FieldError>{error}</FieldError>
          </div>
        )}
      </div>
      <div ref={result} tabIndex={-1} className={`${styles.result} stack gap-4`} aria-live="polite">
        {deploy && <Result deploy={deploy} id={script.id} />}
      </div>
    </>
  )
}

function Result({ deploy: { recipe, shell, notes, expiresAt }, id }: { deploy: Deploy; id: number }) {
  return (
    <>
      <p>
        The URL works until <time dateTime={expiresAt}>{dateTimeText(expiresAt)}</time>.
      </p>
      <ul className="bullets">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {recipe !== null && (
        <CodeBox
          title="Recipe"
          text={recipe}
          action={
            <Button
              size="sm"
              variant="ghost"
              onClick={() => saveText(recipe, { name: `recipe-${id}.yaml`, type: 'application/yaml' })}
            >
              Save
            </Button>
          }
        />
      )}
      <CodeBox title="Linux commands" text={shell} />
    </>
  )
}
