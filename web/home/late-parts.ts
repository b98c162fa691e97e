import { lazyRouteComponent } from '@tanstack/react-router'

/** Rendered by the server as well, once it is preloaded there: in the browser its script comes after the page. */
export const Partners = lazyRouteComponent(() => import('#web/partners/Partners.tsx'), 'Partners')
