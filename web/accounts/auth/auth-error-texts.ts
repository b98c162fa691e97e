import type { ErrorTexts } from '#web/app/error-messages.ts'

export function authErrorTexts(fallback: string): ErrorTexts {
  return { fallback, network: 'Network error occurred', unexpected: 'An unexpected error occurred.' }
}
