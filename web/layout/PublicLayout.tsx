import { Outlet, useMatches } from '@tanstack/react-router'
import { Suspense } from 'react'

import { useBanCheck, useSession, hasPermission } from '#web/app/session.ts'
import { Spinner } from '#web/ui/Spinner.tsx'

import styles from './PublicLayout.module.css'
import { DialogHost } from './DialogHost.tsx'
import { Header } from './Header.tsx'
import './SiteBanner.module.css'
import { BackgroundLines, BanScreen, Footer, SiteBanner, UnverifiedNotice } from './lazy.ts'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

// Constant elements: an update before they are hydrated, such as that of the session, would remove their markup.
const background = (
  <Suspense>
    <BackgroundLines />
  </Suspense>
)
// Its styles are part of the first load, so that the server's markup does not move when its code is loaded.
const banner = (
  <Suspense>
    <SiteBanner />
  </Suspense>
)
const footer = (
  <Suspense>
    <Footer />
  </Suspense>
)

/** Header, footer and dialogs of every page; routes with their own layout get the dialogs only. */
export function PublicLayout() {
  const main = useFocusOnNavigation()
  const session = useSession()
  const ban = useBanCheck()
  const ownLayout = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.ownLayout),
  })
  const skipLinks = useMatches({
    select: (matches) => {
      const { loaderData, staticData } = matches.at(-1) ?? {}
      // The page of a script that does not exist has no button to skip to.
      const isMissing = loaderData && 'script' in loaderData && loaderData.script === null
      return isMissing ? undefined : staticData?.skipLinks
    },
  })
  if (session && typeof ban === 'object')
    return (
      <Suspense fallback={<BanCheckOverlay />}>
        <BanScreen ban={ban.ban_info} />
      </Suspense>
    )
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {skipLinks?.map(({ label, hash, at }) => (
        <a key={hash} className="skip-link" href={`#${hash}`} data-at={at}>
          {label}
        </a>
      ))}
      {banner}
      {ownLayout ? (
        <Outlet />
      ) : (
        <>
          {background}
          <Header />
          <p className="page-width muted text-sm without-scripts">
            Signing in, downloading and liking need JavaScript. Browsing does not.
          </p>
          <UnverifiedBanner />
          <main id="main" tabIndex={-1} ref={main} className="grow no-outline">
            <Outlet />
          </main>
          {footer}
        </>
      )}
      <DialogHost />
      {session && ban === 'asking' && <BanCheckOverlay />}
    </>
  )
}

/** Covers the page while the ban check runs; the styles delay it, so that a fast response does not flash. */
function BanCheckOverlay() {
  return (
    <div className={`grid center fill-0 ${styles.wait} fixed`}>
      <Spinner label="Loading…" />
    </div>
  )
}

/** An attribute of the first-paint script reserves its space, so that it causes no layout shift. */
function UnverifiedBanner() {
  const session = useSession()
  const isUnverified = session !== null && !hasPermission(session, 'scripts.upload')
  return (
    <div className={`${styles.place} hidden min-h-44`}>
      {isUnverified && (
        <Suspense>
          <UnverifiedNotice />
        </Suspense>
      )}
    </div>
  )
}
