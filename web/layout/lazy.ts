import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'

import { lazyPart } from '#web/ui/lazy-part.ts'

export const loadLayoutParts = () => import('./layout-lazy.ts')

/** Parts of the server's markup, which stays until the browser has loaded them. */
export const BackgroundLines = lazyRouteComponent(loadLayoutParts, 'BackgroundLines')
export const Footer = lazyRouteComponent(loadLayoutParts, 'Footer')

export const SiteBanner = lazyRouteComponent(loadLayoutParts, 'SiteBanner')
export const ThemeButton = lazyRouteComponent(loadLayoutParts, 'ThemeButton')
export const UnverifiedNotice = lazyRouteComponent(loadLayoutParts, 'UnverifiedNotice')

const loadMemberParts = () => import('./MemberControls.tsx')
export const MemberControls = lazyPart(loadMemberParts, 'MemberControls')
export const MemberLinks = lazyPart(loadMemberParts, 'MemberLinks')

const { promise: signInAsked, resolve: askForSignIn } = Promise.withResolvers<void>()
const loadSignIn = async () => (await loadLayoutParts()).loadAuthDialog()
/** Also called on hover and focus of the buttons that open the dialog. */
export function loadAuthDialog() {
  askForSignIn()
  return loadSignIn()
}
/** Stays the server's markup until it is asked for. */
export const AuthDialog = import.meta.env.SSR
  ? lazyRouteComponent(loadSignIn, 'AuthDialog')
  : lazyPart(() => signInAsked.then(loadSignIn), 'AuthDialog')
const loadRedirectDialog = async () => (await loadLayoutParts()).loadRedirectDialog()
export const RedirectDialog = lazyPart(loadRedirectDialog, 'RedirectDialog')
const loadBanScreen = async () => (await loadLayoutParts()).loadBanScreen()
export const BanScreen = lazy(async () => ({ default: (await loadBanScreen()).BanScreen }))
const loadSearchParts = async () => (await loadLayoutParts()).loadSearchParts()
export const PhoneSearch = lazyPart(loadSearchParts, 'PhoneSearch')
export const SearchSuggestions = lazyPart(loadSearchParts, 'SearchSuggestions')
