import type { Actor } from './actors.ts'
import type { Draft } from './requests.ts'
import { isSchema } from './schema-values.ts'

export type Sent = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | FormData | null
}

export type DraftContext = {
  actor: Actor
  idsFor: (path: string, name: string) => readonly number[]
  /** Valid and invalid archives and images, for calls that take files. */
  files: readonly File[]
}

/** Builds the HTTP request of a draft. */
export function writeDraft(draft: Draft, { actor, idsFor, files }: DraftContext): Sent {
  const { operation, kind } = draft
  const headers: Record<string, string> = actor.token ? { authorization: `Bearer ${actor.token}` } : {}
  const sent = { method: operation.method, path: urlOf(draft, idsFor), headers, body: null }
  if (!operation.body) return sent
  if (kind === 'other content type')
    return { ...sent, headers: { ...headers, 'content-type': 'text/plain' }, body: 'name=value' }
  if (operation.body.type === 'multipart/form-data') return writeForm(sent, draft, files)
  return {
    ...sent,
    headers: { ...headers, 'content-type': 'application/json' },
    body: writeJson(draft),
  }
}

function urlOf({ operation, kind, path, query }: Draft, idsFor: DraftContext['idsFor']): string {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name]
    if (value && 'text' in value) return value.text
    if (name === 'username') return ['member', 'owner', 'uploader', 'nobody'][(value?.draw ?? 0) % 4] ?? ''
    const ids = idsFor(operation.path, name)
    return String(ids[(value?.draw ?? 0) % Math.max(1, ids.length)] ?? 1)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.append(name, asText(value).toWellFormed())
  // A call without a body gets a malformed URL instead.
  if (kind === 'malformed JSON' && !operation.body) search.append('nul', '\u0000')
  return search.size > 0 ? `${filled}?${search.toString()}` : filled
}

function writeJson({ kind, body }: Draft): string {
  if (kind === 'malformed JSON') return JSON.stringify(body ?? {}).slice(0, -1)
  if (kind === 'too large') return JSON.stringify({ padding: 'x'.repeat(70_000) })
  return JSON.stringify(body ?? {})
}

const fileFields = ['scriptFile', 'images', 'avatar']

/** A form with the text fields of the body and the drawn files. */
function writeForm(sent: Sent, { kind, body, files: drawn }: Draft, files: readonly File[]): Sent {
  if (kind === 'malformed JSON')
    return {
      ...sent,
      headers: { ...sent.headers, 'content-type': 'multipart/form-data; boundary=end' },
      body: '--end\r\ncontent-disposition: form-data; name="na',
    }
  const form = new FormData()
  for (const [name, value] of Object.entries(isSchema(body) ? body : {}))
    if (value !== undefined && !fileFields.includes(name)) form.append(name, asText(value).toWellFormed())
  if (kind === 'too large') form.append('description', 'x'.repeat(200_000))
  for (const [index, which] of drawn.entries()) {
    const file = files[which % files.length]
    if (file) form.append(fileFields[kind === 'valid' ? index % 2 : which % 3] ?? 'images', file)
  }
  return { ...sent, body: form }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}
