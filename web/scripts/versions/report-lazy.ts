import { lazyRouteComponent } from '@tanstack/react-router'

const loadParts = () => import('./report-parts.ts')

/** Parts of the server's markup, which stays until the browser has loaded them. */
export const ReportFindings = lazyRouteComponent(loadParts, 'ReportFindings')
export const ReportCapabilities = lazyRouteComponent(loadParts, 'ReportCapabilities')
export const ReportResources = lazyRouteComponent(loadParts, 'ReportResources')
export const ReportContents = lazyRouteComponent(loadParts, 'ReportContents')
