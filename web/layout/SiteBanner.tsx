import { X } from 'lucide-react'

import { dismissBanner } from '#web/app/banner.ts'
import { useSite } from '#web/app/use-site.ts'
import { focusMain } from '#web/ui/focus-main.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

import { BannerText } from './BannerText.tsx'
import styles from './SiteBanner.module.css'

/** The announcement of the settings. An attribute of the document shows it, so that it never appears late. */
export function SiteBanner() {
  const { banner } = useSite()
  if (!banner) return null
  return (
    <aside aria-label="Announcement" className={styles.banner} data-tone={banner.tone}>
      <div className={`${styles.row} min-h-44 row centered gap-3`}>
        <BannerText banner={banner} />
        <IconButton
          label="Dismiss"
          icon={<X />}
          size="sm"
          onClick={() => {
            dismissBanner(banner)
            focusMain()
          }}
        />
      </div>
    </aside>
  )
}
