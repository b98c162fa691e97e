/**
 * The parts of every page that are loaded after the first load. The first load imports this file only: the URLs of the
 * other chunks and their dependencies would be part of it.
 */
export { paintBeforeNavigation } from '#web/app/instant-navigation.ts'
export { watchPageTransitions } from '#web/app/page-transitions.ts'
export { BackgroundLines } from '#web/ui/BackgroundLines.tsx'
export { Footer } from './Footer.tsx'
export { SiteBanner } from './SiteBanner.tsx'
export { ThemeButton } from './ThemeButton.tsx'
export { UnverifiedNotice } from './UnverifiedNotice.tsx'

export const loadAuthDialog = () => import('#web/accounts/auth/AuthDialog.tsx')
export const loadBanScreen = () => import('./BanScreen.tsx')
export const loadRedirectDialog = () => import('./RedirectDialog.tsx')
export const loadSearchParts = () => import('./search-lazy.ts')
