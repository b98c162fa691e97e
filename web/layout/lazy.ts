import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'

export const loadLayoutParts = () => import('./layout-lazy.ts')

/** Parts of the server's markup, which stays until the browser has loaded them. */
export const BackgroundLines = lazyRouteComponent(loadLayoutParts, 'BackgroundLines')
export const Footer = lazyRouteComponent(loadLayoutParts, 'Footer')

export const SiteBanner = lazyRouteComponent(loadLayoutParts, 'SiteBanner')
export const ThemeButton = lazyRouteComponent(loadLayoutParts, 'ThemeButton')
export const UnverifiedNotice = lazyRouteComponent(loadLayoutParts, 'UnverifiedNotice')

const loadMemberParts = () => import('./MemberControls.tsx')
export const MemberControls = lazy(async () => ({ default: (await loadMemberParts()).MemberControls }))
export const MemberLinks = lazy(async () => ({ default: (await loadMemberParts()).MemberLinks }))

/** Also called on hover and focus of the buttons that open the dialog. */
export const loadAuthDialog = async () => (await loadLayoutParts()).loadAuthDialog()
export const AuthDialog = lazy(async () => ({ default: (await loadAuthDialog()).AuthDialog }))
const loadRedirectDialog = async () => (await loadLayoutParts()).loadRedirectDialog()
export const RedirectDialog = lazy(async () => ({ default: (await loadRedirectDialog()).RedirectDialog }))
const loadBanScreen = async () => (await loadLayoutParts()).loadBanScreen()
export const BanScreen = lazy(async () => ({ default: (await loadBanScreen()).BanScreen }))
const loadSearchParts = async () => (await loadLayoutParts()).loadSearchParts()
export const PhoneSearch = lazy(async () => ({ default: (await loadSearchParts()).PhoneSearch }))
export const SearchSuggestions = lazy(async () => ({ default: (await loadSearchParts()).SearchSuggestions }))
