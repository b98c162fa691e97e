import { lazyRouteComponent } from '@tanstack/react-router'

/** A part of the server's markup, which stays until the browser has loaded it. */
export const InstallAll = lazyRouteComponent(() => import('./InstallAll.tsx'), 'InstallAll')
