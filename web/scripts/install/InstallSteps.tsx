import { lazyRouteComponent, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Convar } from '#contract/archives/analysis.ts'
import type { Install } from '#contract/scripts/install.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { isUnfinished } from '#web/scripts/versions/analysis-texts.ts'
import { CodeBox } from './CodeBox.tsx'
import { convarLine, isSecret } from './convar-line.ts'
import styles from './Install.module.css'
import { Section, Step } from './Steps.tsx'
import { Download } from 'lucide-react'
import { signInChoiceId } from '#web/app/dialogs.ts'
import { Button } from '#web/ui/Button.tsx'
import { fileSizeText } from '#web/ui/file-size.ts'
import { useVersionDownload } from '#web/scripts/versions/use-version-download.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { filePath, reportPath, versionSearch } from '#web/scripts/versions/version-paths.ts'

const loadParts = () => import('./install-parts.tsx')

/** Parts of the server's markup, which stays until the browser has loaded them. */
export const Automation = lazyRouteComponent(loadParts, 'Automation')
export const Requirements = lazyRouteComponent(loadParts, 'Requirements')
export const UpdateCheck = lazyRouteComponent(loadParts, 'UpdateCheck')

export function InstallSteps({ script, install }: { script: Script; install: Install }) {
  const { version, sql, convars, state } = install
  return (
    <div className="stack gap-8 reading">
      <StateAlert install={install} />
      <ol className={`${styles.steps} stack gap-10`}>
        <Step title="Download and unpack">
          <DownloadStep script={script} install={install} />
        </Step>
        {state === 'done' && (
          <>
            <Step title="Check what it needs">
              <Suspense>
                <Requirements install={install} />
              </Suspense>
            </Step>
            {sql.length > 0 && (
              <Step title="Prepare the database">
                <p>
                  Read these files and import the ones you need, for example with HeidiSQL. Some authors
                  include one for each framework, or one that removes everything.
                </p>
                <Paths version={version} paths={sql} />
              </Step>
            )}
            {convars.length > 0 && (
              <Step title="Set the convars">
                <ConvarStep convars={convars} />
              </Step>
            )}
            <Step title="Start it">
              <StartStep install={install} />
            </Step>
          </>
        )}
      </ol>
      {version.hasFile && (
        <Section id="program" title="Or automate it">
          <Suspense>
            <Automation script={script} version={version} />
          </Suspense>
        </Section>
      )}
      <Section id="updates" title="Keep it up to date">
        <Suspense>
          <UpdateCheck version={version} resource={install.ensure.at(-1) ?? 'resource'} />
        </Suspense>
      </Section>
    </div>
  )
}

function StateAlert({ install: { version, state, failure } }: { install: Install }) {
  if (isUnfinished({ state }))
    return (
      <Alert tone="info" title="The archive has not been scanned yet">
        The requirements and the lines for server.cfg appear here once it has been scanned.
      </Alert>
    )
  if (state === 'done' && version.severity === 'high')
    return (
      <Alert tone="danger" title="Something to check first">
        <Link
          to={reportPath(version.scriptId)}
          search={versionSearch({ v: version.isCurrent ? undefined : version.id })}
          className="text-link"
        >
          Read the report
        </Link>{' '}
        before you install it.
      </Alert>
    )
  if (state !== 'failed') return null
  return (
    <Alert tone="warn" title="The archive could not be read">
      {failure} So we don’t know what it needs or how to start it.
    </Alert>
  )
}

function ConvarStep({ convars }: { convars: readonly Convar[] }) {
  const sentSecrets = convars.filter((convar) => convar.isReplicated && isSecret(convar))
  return (
    <>
      <p>The script reads these convars. Uncomment the ones you want to change.</p>
      {sentSecrets.length > 0 && (
        <Alert tone="warn" title="Keep secrets on the server">
          The client side reads <bdi>{sentSecrets.map(({ name }) => name).join(', ')}</bdi>. Do not use{' '}
          <code>setr</code> for a webhook, token or key: it sends the value to every player.
        </Alert>
      )}
      <CodeBox title="server.cfg" text={convars.map((convar) => `# ${convarLine(convar)}`).join('\n')} />
    </>
  )
}

function StartStep({ install: { cfg, commands, cycles, ensure } }: { install: Install }) {
  if (cfg === '')
    return (
      <p>
        No resource with a manifest was found in the archive, so there is nothing to start. Its readme may
        explain how to use it.
      </p>
    )
  return (
    <>
      <p>
        Add these lines to server.cfg, below the resources it depends on
        {ensure.length > 1 && '. The order follows the dependencies in the manifests'}.
      </p>
      {cycles.map((cycle) => (
        <Alert key={cycle.join()} tone="warn" title="Resources that depend on each other">
          <bdi>{cycle.join(' → ')}</bdi>. No order satisfies all of them; this one starts{' '}
          <bdi>{cycle.at(-2)}</bdi> first.
        </Alert>
      ))}
      <CodeBox title="server.cfg" text={cfg} />
      <p>To start it on a server that is already running, enter this in the server console:</p>
      <CodeBox title="Server console" text={commands} />
    </>
  )
}

function DownloadStep({ script, install }: { script: Script; install: Install }) {
  const { version, ensure, guides, notes } = install
  const { start, pendingId } = useVersionDownload(script)
  return (
    <>
      <p>
        <bdi>{version.fileName}</bdi>, {fileSizeText(version.fileSize)}
      </p>
      {version.hasFile && (
        <div className="row wrap gap-4">
          <Button
            variant="cta"
            icon={<Download />}
            isBusy={pendingId !== undefined}
            busyText="Preparing download…"
            data-dialog={signInChoiceId}
            onClick={() => start(version)}
          >
            Download
          </Button>
        </div>
      )}
      {ensure.length > 0 && (
        <>
          <p>
            Copy {ensure.length === 1 ? 'this folder' : 'these folders'} into the <code>resources</code>{' '}
            folder of your server:
          </p>
          <ul className="flex wrap gap-6px">
            {ensure.map((name) => (
              <li key={name} className="chip mono vivid">
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
          <p>
            For an update, stop {ensure.length === 1 ? 'the resource' : 'the resources'}, save the files that
            you changed, and replace {ensure.length === 1 ? 'its folder' : 'their folders'}.
          </p>
        </>
      )}
      {notes.length > 0 && (
        <ul className="bullets">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {guides.length > 0 && (
        <>
          <p>Author’s notes:</p>
          <Paths version={version} paths={guides} />
        </>
      )}
    </>
  )
}

function Paths({
  version: { id, scriptId, isCurrent },
  paths,
}: {
  version: VersionSummary
  paths: readonly string[]
}) {
  return (
    <ul className="mono grid gap-4px text-sm">
      {paths.map((path) => (
        <li key={path}>
          <a
            href={filePath({ scriptId, v: isCurrent ? undefined : id }, path)}
            className={`inline-block text-link ${styles.path}`}
          >
            <bdi>{path}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}
