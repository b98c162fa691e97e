import type { Site } from '#contract/pages.ts'
import type { App } from '#platform/app.ts'

export function siteOf({ config: { siteName, siteTagline, publicUrl, chatInviteUrl, discord } }: App): Site {
  return { siteName, siteTagline, publicUrl, chatInviteUrl, hasDiscordApp: discord.publicKey !== undefined }
}
