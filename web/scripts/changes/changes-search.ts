import { writeSearchText } from '#web/app/search-text.ts'
import { parseScriptId } from '#web/scripts/script-page/script-id.ts'
import { changesPath } from '#web/scripts/versions/version-paths.ts'

/** The URL of the page; without `from` and `to`, the current version and the one that was published before it. */
export type ChangesSearch = {
  from?: number | undefined
  to?: number | undefined
  file?: string
}

export function parseChangesSearch({ from, to, file }: Record<string, unknown>): ChangesSearch {
  const [first, other] = [parseId(from), parseId(to)]
  return {
    ...(first !== undefined && { from: first }),
    ...(other !== undefined && { to: other }),
    ...(typeof file === 'string' && file !== '' && { file }),
  }
}

/** 0, which no version has, for a text that is no id. */
function parseId(value: unknown): number | undefined {
  return typeof value === 'string' || typeof value === 'number'
    ? (parseScriptId(String(value)) ?? 0)
    : undefined
}

export function changesHref(scriptId: number, search: ChangesSearch): string {
  return `${changesPath(scriptId)}${writeSearchText(search)}`
}
