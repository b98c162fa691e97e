import type { VersionSummary } from '#contract/versions.ts'

import { CodeBox } from './CodeBox.tsx'

/** The lines of a manifest by which /updates.lua knows the script. */
export function UpdateCheck({ version: { scriptId, number } }: { version: VersionSummary }) {
  return (
    <>
      <p>
        A small script on your server can tell you when a version is outdated or withdrawn. Save{' '}
        <a href="/updates.lua" className="text-link">
          updates.lua
        </a>{' '}
        as it says in its first lines. It asks once after the start, sends only ids and version numbers, and
        changes nothing. It knows this script by these lines in fxmanifest.lua:
      </p>
      <CodeBox title="fxmanifest.lua" text={`version ${luaText(number)}\nscripthaven '${scriptId}'\n`} />
    </>
  )
}

function luaText(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
}
