import type { ReviewMode } from '#contract/site/settings.ts'
import type { App } from '#platform/app.ts'

/** Which new versions wait for a moderator. */
export function reviewMode({ settings }: Pick<App, 'settings'>): ReviewMode {
  return settings.reviewMode
}
