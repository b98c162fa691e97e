import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'

import type { Install, Deploy } from '#contract/scripts/install.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { ApiError, call } from '#web/app/call.ts'
import { openAuthDialog, signInChoiceId } from '#web/app/dialogs.ts'
import { currentSession } from '#web/app/session-store.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { AddToCollectionButton, SaveButton } from '#web/scripts/collections/CollectionButtons.tsx'
import { useVersionQuestion } from '#web/scripts/versions/use-version-download.ts'
import { Button } from '#web/ui/Button.tsx'
import { dateTimeText } from '#web/ui/date-time-text.ts'
import { FieldError } from '#web/ui/FieldError.tsx'

import { CodeBox } from './CodeBox.tsx'
import { RecipeBox } from './RecipeBox.tsx'
import styles from './Install.module.css'
import { kindText, Provider, ResourceName, serverNeedTexts } from './RequiredResource.tsx'

/** Ways to install the script without unpacking it by hand. */
export function Automation({ script, version }: { script: Script; version: VersionSummary }) {
  return (
    <>
      <Deployment script={script} version={version} />
      <p>
        The{' '}
        <Link to="/cli" className="text-link">
          command line
        </Link>{' '}
        installs it with everything it needs, and keeps your configuration when you update.
      </p>
      <CodeBox title="Command line" text={`node cli.mjs add ${script.id}`} />
      <p>Or keep it on a list, and install the whole list later:</p>
      <div className="row wrap gap-3">
        <AddToCollectionButton script={script} version={version} />
        <SaveButton scriptId={script.id} />
      </div>
    </>
  )
}

export function Requirements({ install: { requires, server } }: { install: Install }) {
  const needs = serverNeedTexts(server)
  if (requires.length === 0 && needs.length === 0)
    return <p>The manifests and the code do not require anything else on your server.</p>
  return (
    <>
      <ul className={`framed round-lg fill-1 lined ${styles.requirements}`}>
        {needs.map((need) => (
          <li key={need} className="grid gap-2px-4 text-sm">
            <strong className="vivid text-base strong">{need}</strong>
            <span>Server</span>
          </li>
        ))}
        {requires.map((need) => (
          <li key={need.name} className="grid gap-2px-4 text-sm">
            <strong className="vivid text-base strong">
              <ResourceName need={need} />
            </strong>
            <span>{kindText(need)}</span>
            <Provider need={need} />
          </li>
        ))}
      </ul>
      {server.onesync && (
        <p>
          Turn on OneSync in txAdmin under Settings, FXServer. You cannot do it in <code>server.cfg</code>.
        </p>
      )}
    </>
  )
}

/** The lines of a manifest by which /updates.lua knows the script. */
export function UpdateCheck({
  version: { scriptId, number },
  resource,
}: {
  version: VersionSummary
  resource: string
}) {
  return (
    <>
      <p>
        A small script on your server can tell you when a version is outdated or withdrawn. Save{' '}
        <a href="/updates.lua" className="text-link">
          updates.lua
        </a>{' '}
        as its first lines explain. It asks once after the start, sends only ids and version numbers, and
        changes nothing. It recognises this script by these two lines in its manifest, which authors add:
      </p>
      <CodeBox title="fxmanifest.lua" text={`version ${luaText(number)}\nscripthaven '${scriptId}'\n`} />
      <p>If they are missing, name the resource in server.cfg instead. Separate several with commas.</p>
      <CodeBox title="Convar" text={`set script_updates "${resource}=${scriptId}"\n`} />
    </>
  )
}

function luaText(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
}

/** Creates the URL, the recipe and the commands at a click, because it counts as a download. */
function Deployment({ script, version }: { script: Script; version: VersionSummary }) {
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
      <div ref={result} tabIndex={-1} className="stack gap-4 hidden-empty" aria-live="polite">
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
      {recipe !== null && <RecipeBox recipe={recipe} name={`recipe-${id}`} />}
      <CodeBox title="Linux commands" text={shell} />
    </>
  )
}
