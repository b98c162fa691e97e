import { Link } from '@tanstack/react-router'

import type { Convar } from '#contract/archives/analysis.ts'
import type { Install } from '#contract/scripts/install.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { AddToCollectionButton } from '#web/scripts/collections/AddToCollectionButton.tsx'
import { SaveButton } from '#web/scripts/collections/SaveButton.tsx'
import { isUnfinished } from '#web/scripts/versions/analysis-texts.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'

import { CodeBox } from './CodeBox.tsx'
import { convarLine, isSecret } from './convar-line.ts'
import { Deployment } from './Deployment.tsx'
import { DownloadStep } from './DownloadStep.tsx'
import styles from './Install.module.css'
import { Paths } from './Paths.tsx'
import { Section, Step } from './Steps.tsx'
import { kindText, Provider, ResourceName } from './RequiredResource.tsx'
import { serverNeedTexts } from './server-need-texts.ts'

export function InstallSteps({ script, install }: { script: Script; install: Install }) {
  const { version, sql, convars, state } = install
  return (
    <div className={`${styles.page} stack gap-8`}>
      <StateAlert install={install} />
      <ol className={`${styles.steps} stack gap-10`}>
        <Step title="Download and unpack">
          <DownloadStep script={script} install={install} />
        </Step>
        {state === 'done' && (
          <>
            <Step title="Check what it needs">
              <Requirements install={install} />
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
          <Deployment script={script} version={version} />
          <p>
            The{' '}
            <Link to="/cli" className="text-link">
              command line
            </Link>{' '}
            installs it with all that it needs, and keeps your configuration when you update.
          </p>
          <CodeBox title="Command line" text={`node cli.mjs add ${script.id}`} />
          <p>Or keep it on a list, and install the whole list later:</p>
          <div className={styles.download}>
            <AddToCollectionButton script={script} version={version} />
            <SaveButton scriptId={script.id} />
          </div>
        </Section>
      )}
      <Section id="updates" title="Keep it up to date">
        <UpdateCheck version={version} resource={install.ensure.at(-1) ?? 'resource'} />
      </Section>
    </div>
  )
}

function StateAlert({ install: { state, failure } }: { install: Install }) {
  if (isUnfinished({ state }))
    return (
      <Alert tone="info" title="The archive has not been scanned yet">
        The requirements and the lines for server.cfg appear here once it has been scanned.
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
        No resource with a manifest was found in the archive, so there is nothing to start. Read its texts to
        learn what to do with it.
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

function Requirements({ install: { requires, server } }: { install: Install }) {
  const needs = serverNeedTexts(server)
  if (requires.length === 0 && needs.length === 0)
    return <p>The manifests and the code do not require anything else on your server.</p>
  return (
    <>
      <ul className={`${styles.requirements} framed round-lg fill-1`}>
        {needs.map((need) => (
          <li key={need}>
            <strong>{need}</strong>
            <span>Server</span>
          </li>
        ))}
        {requires.map((need) => (
          <li key={need.name}>
            <strong>
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
function UpdateCheck({
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
