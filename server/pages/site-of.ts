import type { Site } from '#contract/pages.ts'
import type { Hub } from '#platform/hub.ts'

export function siteOf({ config: { siteName, publicUrl, chatInviteUrl } }: Hub): Site {
  return { siteName, publicUrl, chatInviteUrl }
}
