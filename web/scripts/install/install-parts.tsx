import { Link } from '@tanstack/react-router'

import type { Install } from '#contract/scripts/install.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { AddToCollectionButton } from '#web/scripts/collections/AddToCollectionButton.tsx'
import { SaveButton } from '#web/scripts/collections/SaveButton.tsx'

import { CodeBox } from './CodeBox.tsx'
import { Deployment } from './Deployment.tsx'
import styles from './Install.module.css'
import { kindText, Provider, ResourceName } from './RequiredResource.tsx'
import { serverNeedTexts } from './server-need-texts.ts'

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
        installs it with all that it needs, and keeps your configuration when you update.
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
