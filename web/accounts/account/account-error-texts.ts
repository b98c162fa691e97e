import type { ErrorTexts } from '#web/app/error-messages.ts'

/** `broken` is for a network error or an exception of the web app. */
export function accountErrorTexts({ failed, broken }: { failed: string; broken: string }): ErrorTexts {
  return {
    fallback: failed,
    network: broken,
    unexpected: broken,
    not_found: 'User profile not found. Please try refreshing the page.',
  }
}
