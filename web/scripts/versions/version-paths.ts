// Typed as string: the router's types accept only paths of the routes that are in the first load.
export const reportPath = (scriptId: number): string => `/scripts/${scriptId}/report`
export const filesPath = (scriptId: number): string => `/scripts/${scriptId}/files`
export const versionsPath = (scriptId: number): string => `/scripts/${scriptId}/versions`
export const newVersionPath = (scriptId: number): string => `/scripts/${scriptId}/versions/new`
export const historyPath = (scriptId: number): string => `/scripts/${scriptId}/history`
export const dependentsPath = (scriptId: number): string => `/scripts/${scriptId}/dependents`
export const changesPath = (scriptId: number): string => `/scripts/${scriptId}/changes`

/** The version that a page shows: without `v`, the current version of the script. */
export type UrlVersion = { scriptId: number; v?: number | undefined }

export const versionSearch = ({ v }: Pick<UrlVersion, 'v'>): { v?: number } => (v === undefined ? {} : { v })

export function filePath({ scriptId, v }: UrlVersion, path: string, line: number | null = null): string {
  const segments = path === '' ? '' : `/${path.split('/').map(encodeURIComponent).join('/')}`
  const search = v === undefined ? '' : `?v=${v}`
  return `${filesPath(scriptId)}${segments}${search}${line === null ? '' : `#L${line}`}`
}
export const installPath = (scriptId: number): string => `/scripts/${scriptId}/install`
export const statisticsPath = (scriptId: number): string => `/scripts/${scriptId}/statistics`
export const worksPath = (scriptId: number): string => `/scripts/${scriptId}/works`
export const membersPath = (scriptId: number): string => `/scripts/${scriptId}/members`
export const invitationsPath: string = '/invitations'
