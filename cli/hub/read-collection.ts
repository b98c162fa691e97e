import { collectionsApi, type CollectionEntry } from '#contract/scripts/collections.ts'
import { CliError, exitCodes } from '#cli/cli-error.ts'
import { countText } from '#scan/count-text.ts'
import { plain, type Output } from '#cli/terminal/output.ts'

import type { Hub } from './hub.ts'
import { findToken } from './token.ts'

export type WantedScript = { id: string; range: string | undefined }

type Named = { id: number; key: string | undefined }

/** `collection:7`, or the URL of a collection. One that is shared by link has its key in both. */
export function parseCollection(name: string, hub: string): Named | undefined {
  const url = `${hub}/collections/`
  const text = name.startsWith(url) ? `collection:${name.slice(url.length)}` : name
  const match = /^collection:(\d{1,9})(?:\?key=([\w-]{1,100}))?$/.exec(text)
  return match?.[1] === undefined ? undefined : { id: Number(match[1]), key: match[2] }
}

/** The scripts of a collection. The token is for collections of its owner. Scripts that cannot be installed are left out. */
export async function readCollection(hub: Hub, { id, key }: Named, output: Output): Promise<WantedScript[]> {
  const { title, owner, entries } = await hub.call(
    collectionsApi.get,
    { params: { id }, query: { key } },
    findToken(hub.url),
  )
  const name = `${plain(title)} by ${plain(owner.username)}`
  for (const entry of entries) if (entry.state !== 'available') output.warn(`${name}: ${reasonOf(entry)}`)
  const scripts = entries.flatMap(({ state, scriptId, version }) =>
    state === 'available' && scriptId !== null ? [{ id: String(scriptId), range: version?.number }] : [],
  )
  if (scripts.length === 0)
    throw new CliError(
      `${name} has no script to install. Name scripts by their numbers instead.`,
      exitCodes.usage,
    )
  output.say(`${name}: ${countText(scripts.length, 'script')}`)
  return scripts
}

function reasonOf({ state, scriptId, script, version }: CollectionEntry): string {
  if (state === 'deleted') return 'one script was deleted. It is left out.'
  if (state === 'hidden') return `script ${scriptId} is hidden now. It is left out.`
  return `version ${plain(version?.number ?? '')} of ${plain(script?.name ?? '')} (script ${scriptId}) was withdrawn. It is left out.`
}
