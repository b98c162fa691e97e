import type { Banner } from '#contract/site/pages.ts'
import { writeStored } from '#web/ui/stored-text.ts'

/** The first-paint script compares it with the banner of the page. */
const bannerKey = 'dismissed_banner'

export function dismissBanner({ text }: Banner): void {
  writeStored(bannerKey, text)
  delete document.documentElement.dataset['banner']
}

/** After a change of the settings; a new page has the attribute from the server. */
export function showBanner(banner: Banner | null): void {
  if (banner) document.documentElement.dataset['banner'] = banner.text
  else delete document.documentElement.dataset['banner']
}
