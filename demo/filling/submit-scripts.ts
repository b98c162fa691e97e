import { scriptsApi } from '#contract/scripts.ts'

import { folderName, packResource } from '../archives.ts'
import { catalogue, type DemoScript } from '../catalogue.ts'
import type { Filling } from './fill.ts'
import { selectScriptIds } from './history.queries.ts'
import type { Members } from './sign-up-people.ts'
import { inParallel } from './visitor.ts'

/** Ids of scripts by their names, which are unique in the catalogue. */
export type ScriptIds = ReadonlyMap<string, number>

/** Everybody submits what is theirs, the oldest first, each with its cover. */
export async function submitScripts(
  filling: Filling,
  members: Members,
  advance: () => void,
): Promise<ScriptIds> {
  const ids = new Map(await selectScriptIds(filling.hub.db))
  // Three at a time: one is drawn, one is encoded, one is written.
  await inParallel(
    [...catalogue.entries()],
    { count: 3, signal: filling.signal },
    async ([index, script]) => {
      if (!ids.has(script.name))
        ids.set(script.name, await submit(filling, members, script, `demo-script-${index}`))
      advance()
    },
  )
  return ids
}

async function submit(
  { visit, painter }: Filling,
  members: Members,
  script: DemoScript,
  idempotencyKey: string,
): Promise<number> {
  const { name, description, category, status, version, tags, author, cover } = script
  const token = members.get(author)?.token
  if (token === undefined) throw new Error(`${author} has not signed up`)
  const picture = await painter.paint(cover)
  const form = new FormData()
  const fields = { name, description, category, script_status: status, version, tags: JSON.stringify(tags) }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  const archive = new Blob([packResource(script)], { type: 'application/zip' })
  form.set('scriptFile', archive, `${folderName(name)}.zip`)
  form.append('images', new Blob([picture], { type: `image/${cover.format}` }), `cover.${cover.format}`)
  const { id } = await visit(scriptsApi.submit, { token, form, idempotencyKey })
  return id
}
