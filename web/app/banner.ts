import type { Banner } from '#contract/pages.ts'

/** The first-paint script reads it. */
const bannerKey = 'dismissed_banner'

export function dismissBanner({ key }: Banner): void {
  try {
    localStorage.setItem(bannerKey, key)
  } catch {
    // Without storage the banner returns with the next page load.
  }
  delete document.documentElement.dataset['banner']
}

/** After a change of the settings; a new page has the attribute from the server. */
export function showBanner(banner: Banner | null): void {
  if (banner) document.documentElement.dataset['banner'] = banner.key
  else delete document.documentElement.dataset['banner']
}
