import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import type { CollectionDeploy, CollectionInstall } from '#contract/scripts/collection-install.ts'
import type { Collection } from '#contract/scripts/collections.ts'
import { ApiError, call } from '#web/app/call.ts'
import { openAuthDialog, signInFormId } from '#web/app/dialogs.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { scriptPath } from '#web/app/paths.ts'
import { currentSession } from '#web/app/session-store.ts'
import { useSession } from '#web/app/session.ts'
import { CodeBox } from '#web/scripts/install/CodeBox.tsx'
import { RecipeBox } from '#web/scripts/install/RecipeBox.tsx'
import { Provider, ResourceName, serverNeedTexts } from '#web/scripts/install/RequiredResource.tsx'
import { reportPath } from '#web/scripts/versions/version-paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dateTimeText } from '#web/ui/date-time-text.ts'
import { FailedState } from '#web/ui/FailedState.tsx'
import { fileSizeText } from '#web/ui/file-size.ts'
import { saveText } from '#web/ui/save-text.ts'
import { LoadingBlock } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'

import { collectionInstallQuery } from './collections.data.ts'
import { scriptsText } from './collections.texts.ts'

type Props = { collection: Pick<Collection, 'id' | 'key' | 'title'> }

/** What all scripts need and contain together, and how a server owner gets all of them. */
export function InstallAll({ collection }: Props) {
  const { id, key } = collection
  const query = useQuery(collectionInstallQuery(id, key ?? undefined))
  const { data, isError } = query
  if (data)
    return (
      <>
        <Needs install={data} />
        <Findings install={data} />
        <Get collection={collection} install={data} />
      </>
    )
  if (isError)
    return (
      <Card>
        <FailedState title="Failed to load what it needs" query={query} />
      </Card>
    )
  return <LoadingBlock text="Loading what it needs" height={280} />
}

function Needs({
  install: { comesAlong, missing, server, size, cycles, problems },
}: {
  install: CollectionInstall
}) {
  const needs = serverNeedTexts(server)
  const isNothing = comesAlong.length === 0 && missing.length === 0 && needs.length === 0
  return (
    <Card as="section" padding="md" className="stack gap-3" aria-labelledby="needs">
      <h2 id="needs" className="m-0 text-lg">
        What it needs
      </h2>
      {isNothing && <p>Nothing else: the scripts do not need anything outside of this collection.</p>}
      {needs.length > 0 && (
        <ul className="bullets grid gap-6px break">
          {needs.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
      )}
      {comesAlong.length > 0 && (
        <>
          <p>Also installed, because other scripts need them:</p>
          <ul className="bullets grid gap-6px break">
            {comesAlong.map((script) => (
              <li key={script.id}>
                <Link to={scriptPath(script.id)} className="text-link">
                  {script.name}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {missing.length > 0 && (
        <>
          <p>Install these yourself, and start them before:</p>
          <ul className="bullets grid gap-6px break">
            {missing.map((need) => (
              <li key={need.name}>
                <strong>
                  <ResourceName need={need} />
                </strong>{' '}
                <Provider need={need} />
              </li>
            ))}
          </ul>
        </>
      )}
      {[...problems, ...cycles.map((cycle) => `These need each other: ${cycle.join(' → ')}.`)].map((text) => (
        <p key={text} className="warning">
          {text}
        </p>
      ))}
      {size > 0 && <p className="faint text-sm">{fileSizeText(size)} to download</p>}
    </Card>
  )
}

function Findings({ install: { counts, flagged, unscanned } }: { install: CollectionInstall }) {
  const total = counts.high + counts.medium + counts.low
  return (
    <Card as="section" padding="md" className="stack gap-3" aria-labelledby="findings">
      <h2 id="findings" className="m-0 text-lg">
        What our scanner found
      </h2>
      <p>
        {total === 0
          ? 'No known suspicious patterns.'
          : `${counts.high} of high severity, ${counts.medium} medium, ${counts.low} low.`}
        {unscanned > 0 && ` Not scanned yet: ${scriptsText(unscanned)}.`}
      </p>
      {flagged.length > 0 && (
        <ul className="bullets grid gap-6px break">
          {flagged.map(({ id, name, high, medium }) => (
            <li key={id}>
              <Link to={reportPath(id)} className="text-link">
                {name}
              </Link>{' '}
              <span className={high > 0 ? 'warning' : 'faint text-sm'}>
                {high > 0 ? `${high} to check first` : `${medium} worth a look`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Get({ collection: { id, key }, install: { cfg } }: Props & { install: CollectionInstall }) {
  const session = useSession()
  const [deploy, setDeploy] = useState<CollectionDeploy>()
  const [busy, setBusy] = useState<'files' | 'recipe'>()
  const params = { id }
  const query = { key: key ?? undefined }
  async function run(kind: 'files' | 'recipe', work: () => Promise<void>) {
    setBusy(kind)
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unauthenticated')
        openAuthDialog({ onSignedIn: () => void run(kind, work) })
      else
        await showToast({
          type: 'error',
          title: kind === 'files' ? 'Failed to create the files' : 'Failed to create the recipe',
          message: errorMessage(error, 'Please try again.'),
        })
    } finally {
      setBusy(undefined)
    }
  }
  const createRecipe = () =>
    run('recipe', async () => setDeploy(await call('POST /api/collections/:id/deploy', { params, query })))
  const saveFiles = () =>
    run('files', async () => {
      const { project, lock } = await call('GET /api/collections/:id/files', { params, query })
      saveText(project, { name: 'scripthaven.json', type: 'application/json' })
      if (lock !== null) saveText(lock, { name: 'scripthaven.lock', type: 'application/json' })
    })
  const name = key === null ? `collection:${id}` : `'collection:${id}?key=${key}'`
  if (cfg === '') return null
  return (
    <Card as="section" padding="md" className="stack gap-3" aria-labelledby="get-all">
      <h2 id="get-all" className="m-0 text-lg">
        Install all of it
      </h2>
      <p>
        With the{' '}
        <Link to="/cli" className="text-link">
          command line
        </Link>
        , in your server’s data folder:
      </p>
      <CodeBox title="Command line" text={`node cli.mjs add ${name}`} />
      <p>
        For a new server, save <code>scripthaven.json</code> and <code>scripthaven.lock</code> there and run{' '}
        <code>node cli.mjs sync</code>.
      </p>
      <Button
        className="self-start"
        isBusy={busy === 'files'}
        busyText="Creating…"
        onClick={() => void saveFiles()}
      >
        Save both files
      </Button>
      <p>
        Members can generate a txAdmin recipe. It downloads each archive from a URL that works for 24 hours.
      </p>
      <Button
        className="self-start"
        isBusy={busy === 'recipe'}
        busyText="Generating…"
        data-dialog={signInFormId}
        onClick={() =>
          currentSession() ? void createRecipe() : openAuthDialog({ onSignedIn: () => void createRecipe() })
        }
      >
        {session ? 'Generate recipe' : 'Sign in to generate a recipe'}
      </Button>
      <div aria-live="polite" className="stack gap-3 hidden-empty">
        {deploy && <Recipe deploy={deploy} id={id} />}
      </div>
      <CodeBox title="server.cfg" text={cfg} />
    </Card>
  )
}

function Recipe({ deploy: { recipe, notes, expiresAt }, id }: { deploy: CollectionDeploy; id: number }) {
  return (
    <>
      <ul className="bullets grid gap-6px break">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {recipe !== null && (
        <>
          <p>
            The URLs work until <time dateTime={expiresAt}>{dateTimeText(expiresAt)}</time>. Don’t share them:
            every download counts as yours.
          </p>
          <RecipeBox recipe={recipe} name={`recipe-collection-${id}`} />
        </>
      )}
    </>
  )
}
