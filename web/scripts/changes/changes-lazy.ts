import { lazyRouteComponent } from '@tanstack/react-router'

const loadParts = () => import('./change-sections.tsx')

/** Parts of the server's markup, which stays until the browser has loaded them. */
export const ResultChanges = lazyRouteComponent(loadParts, 'ResultChanges')
export const ServerChanges = lazyRouteComponent(loadParts, 'ServerChanges')
