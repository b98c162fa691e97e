import type { VersionSummary } from '#contract/scripts/versions.ts'

import { CodeBox } from './CodeBox.tsx'

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
