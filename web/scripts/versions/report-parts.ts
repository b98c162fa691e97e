export { ReportCapabilities } from './ReportCapabilities.tsx'
export { ReportContents } from './ReportContents.tsx'
export { ReportFindings } from './ReportFindings.tsx'
export { ReportResources } from './ReportResources.tsx'
