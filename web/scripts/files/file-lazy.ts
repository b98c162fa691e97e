import { lazyRouteComponent } from '@tanstack/react-router'

const loadParts = () => import('./FilePanel.tsx')

/** Parts of the server's markup, which stays until the browser has loaded them. */
export const FilePanel = lazyRouteComponent(loadParts, 'FilePanel')
export const FolderPanel = lazyRouteComponent(loadParts, 'FolderPanel')
