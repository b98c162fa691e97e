import { lazyRouteComponent } from '@tanstack/react-router'

/** Parts of the server's markup, which stays until the browser has loaded them. */
export const ScriptGrid = lazyRouteComponent(() => import('./ScriptGrid.tsx'), 'ScriptGrid')
export const ScriptListTabs = lazyRouteComponent(() => import('./ScriptListTabs.tsx'), 'ScriptListTabs')
