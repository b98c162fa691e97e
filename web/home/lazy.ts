import { lazyRouteComponent } from '@tanstack/react-router'

/** Unlike React.lazy it can be preloaded, so that the server renders it. */
export const Partners = lazyRouteComponent(() => import('#web/partners/Partners.tsx'), 'Partners')
