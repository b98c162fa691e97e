import { ApiError } from './call.ts'

/** `fallback` is for a response without an error reply; a text for an error code replaces the server's. */
export type ErrorTexts = Partial<Record<ApiError['code'], string>> & {
  fallback: string
  /** For an exception of the web app itself; by default the fallback. */
  unexpected?: string
}

/** The message to show for a failed call: the server's own if it sent one. */
export function errorMessage(error: unknown, texts: string | ErrorTexts): string {
  const textByCode: ErrorTexts = typeof texts === 'string' ? { fallback: texts } : texts
  const { fallback, unexpected = fallback } = textByCode
  if (!(error instanceof ApiError)) return unexpected
  const isFromServer = error.code !== 'unknown' && error.code !== 'network'
  return textByCode[error.code] ?? (isFromServer ? error.message : fallback)
}
