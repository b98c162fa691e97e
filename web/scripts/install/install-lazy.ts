import { lazyRouteComponent } from '@tanstack/react-router'

const loadParts = () => import('./install-parts.tsx')

/** Parts of the server's markup, which stays until the browser has loaded them. */
export const Automation = lazyRouteComponent(loadParts, 'Automation')
export const Requirements = lazyRouteComponent(loadParts, 'Requirements')
export const UpdateCheck = lazyRouteComponent(loadParts, 'UpdateCheck')
