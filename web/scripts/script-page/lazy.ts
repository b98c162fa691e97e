import { lazyRouteComponent } from '@tanstack/react-router'

/** One dynamic import for all callers: each adds bytes to the first load. */
export const loadLazyParts = () => import('./detail-lazy.ts')
/** On their own: an early tap on Download or Like waits for nothing else. */
export const loadActions = () => import('./detail-actions.ts')

/** Parts of the server's markup, which stays until the browser has loaded them. */
export const ScriptPages = lazyRouteComponent(loadLazyParts, 'ScriptPages')
export const ScriptGallery = lazyRouteComponent(loadLazyParts, 'ScriptGallery')
export const WhatIsInside = lazyRouteComponent(loadLazyParts, 'WhatIsInside')
export const ScriptMetadata = lazyRouteComponent(loadLazyParts, 'ScriptMetadata')
export const ScriptAuthorCard = lazyRouteComponent(loadLazyParts, 'ScriptAuthorCard')
export const FollowButton = lazyRouteComponent(loadLazyParts, 'FollowButton')
export const RelatedScripts = lazyRouteComponent(loadLazyParts, 'RelatedScripts')
