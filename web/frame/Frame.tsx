import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import { useBanCheck, useSession } from '#web/app/session.ts'
import { Contours } from '#web/ui/Contours.tsx'

import { BanWait } from './BanWait.tsx'
import { DialogHost } from './DialogHost.tsx'
import { Footer } from './Footer.tsx'
import styles from './Frame.module.css'
import { Header } from './Header.tsx'
import { UnverifiedBanner } from './UnverifiedBanner.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

const BanScreen = lazy(async () => ({ default: (await import('./BanScreen.tsx')).BanScreen }))

/** What is around every page; a part of the site with a frame of its own keeps only the dialogs. A banned person sees the ban instead. */
export function Frame() {
  const main = useFocusOnNavigation()
  const session = useSession()
  const ban = useBanCheck()
  const hasOwnFrame = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.hasOwnFrame),
  })
  if (session && typeof ban === 'object')
    return (
      <Suspense fallback={<BanWait />}>
        <BanScreen ban={ban.ban_info} />
      </Suspense>
    )
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {hasOwnFrame ? (
        <Outlet />
      ) : (
        <>
          <Contours />
          <Header />
          <UnverifiedBanner />
          <main id="main" tabIndex={-1} ref={main} className={styles.main}>
            <Outlet />
          </main>
          <Footer />
        </>
      )}
      <DialogHost />
      {session && ban === 'asking' && <BanWait />}
    </>
  )
}
