import { lazyRouteComponent } from '@tanstack/react-router'

const loadHomeParts = () => import('./home-lazy.ts')

/** Parts of the server's markup, which stays until the browser has loaded them. */
export const CategoryBoard = lazyRouteComponent(loadHomeParts, 'CategoryBoard')
export const Partners = lazyRouteComponent(loadHomeParts, 'Partners')

export const SectionTracker = lazyRouteComponent(loadHomeParts, 'SectionTracker')
