import type { Site } from '#contract/site/pages.ts'
import type { App } from '#platform/app.ts'

/** What pages show of the settings. They are cached with `settingsTag`. */
export function siteOf({ settings, config: { publicUrl, discord }, clock }: App): Site {
  const { siteName, tagline: siteTagline, chatInviteUrl, reviewMode } = settings
  const hasEnded = settings.bannerUntil !== null && new Date(settings.bannerUntil) <= clock.now()
  const banner =
    settings.bannerText === '' || hasEnded
      ? null
      : {
          text: settings.bannerText,
          tone: settings.bannerTone,
          link: settings.bannerLink,
          linkText: settings.bannerLinkText,
        }
  return {
    siteName,
    siteTagline,
    publicUrl,
    chatInviteUrl,
    hasDiscordApp: discord.publicKey !== undefined,
    reviewMode,
    banner,
  }
}
