import { isDeepStrictEqual } from 'node:util'

import { z } from 'zod/mini'

import { licenses } from '#contract/scripts/licenses.ts'
import { noDetails, type ScriptChange } from '#contract/scripts/script-fields.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { LoggedAct } from '#server/records/records.public.ts'
import { readScript, selectOwnership } from '#server/scripts/scripts.public.ts'

import type { FoundAct } from './find-acts-of.ts'

const text = z.optional(z.string())
/** The fields of a script that the log has earlier values of. */
const Values = z.object({
  name: text,
  description: text,
  script_status: z.optional(z.enum(['Readable', 'Decrypted'])),
  category: text,
  version: text,
  tags: z.optional(z.array(z.string())),
  documentation: text,
  license: z.optional(z.enum(['', ...licenses])),
  sourceUrl: text,
  documentationUrl: text,
  supportUrl: text,
  /** In the order before and after: the images themselves are the same. */
  images: z.optional(z.array(z.string())),
})
type Values = z.output<typeof Values>

/** Sets `fields` back, unless they differ from `expected` by then. */
export type Reversal = { fields: ScriptChange; expected: Values }

const Metadata = z.object({ changed: z._default(z.array(z.string()), []), old: Values, new: Values })

/** Edits of scripts of other users: for each script what can be set back, and what was changed again by others. */
export async function findEdits(
  db: Db,
  reader: Actor,
  newestFirst: readonly LoggedAct[],
): Promise<FoundAct[]> {
  const byScript = Map.groupBy(newestFirst.toReversed(), ({ targetId }) => targetId ?? 0)
  const acts: FoundAct[] = []
  for (const [id, log] of byScript) {
    const script = await selectOwnership(db, id)
    if (script) acts.push(...(await findEditsOf(db, reader, script, log)))
  }
  return acts
}

async function findEditsOf(
  db: Db,
  reader: Actor,
  { id, userId, name }: { id: number; userId: number; name: string },
  oldestFirst: readonly LoggedAct[],
): Promise<FoundAct[]> {
  const earlier = new Map<string, unknown>()
  const last = new Map<string, unknown>()
  let hasNewImages = false
  for (const { metadata } of oldestFirst) {
    const { changed, old, new: values } = Metadata.parse(metadata)
    hasNewImages ||= changed.includes('images') || changed.includes('removeImages')
    for (const [key, value] of Object.entries(old)) if (!earlier.has(key)) earlier.set(key, value)
    for (const [key, value] of Object.entries(values)) last.set(key, value)
  }
  const current = new Map<string, unknown>(
    Object.entries({ ...noDetails, ...(await readScript(db, reader, id)) }),
  )
  // An earlier order of images that are not all there.
  if (hasNewImages) last.delete('images')
  const edited = [...last.keys()].filter((key) => !isDeepStrictEqual(current.get(key), earlier.get(key)))
  const isLast = (key: string) => isDeepStrictEqual(current.get(key), last.get(key))
  const own = edited.filter(isLast)
  const others = edited.filter((key) => !isLast(key))
  const act = (keys: readonly string[], problem: string | null): FoundAct => ({
    kind: problem === null ? 'edit' : 'other',
    id,
    userId,
    title: `${name}: ${keys.join(', ')}`,
    problem,
  })
  return [
    ...(own.length > 0
      ? [
          {
            ...act(own.map(titleOf), null),
            reversal: { fields: changeTo(earlier, own), expected: pick(last, own) },
          },
        ]
      : []),
    ...(others.length > 0 ? [act(others.map(titleOf), 'Another user changed it since.')] : []),
    ...(hasNewImages ? [act(['images'], 'The former images are not stored.')] : []),
  ]
}

const titles = new Map([
  ['script_status', 'status'],
  ['images', 'order of the images'],
])

const titleOf = (key: string) => titles.get(key) ?? key

function changeTo(values: ReadonlyMap<string, unknown>, keys: readonly string[]): ScriptChange {
  const { images, ...fields } = pick(values, keys)
  return { ...fields, ...(images && { imageOrder: images }) }
}

const pick = (values: ReadonlyMap<string, unknown>, keys: readonly string[]) =>
  Values.parse(Object.fromEntries(keys.map((key) => [key, values.get(key)])))
