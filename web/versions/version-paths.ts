// Typed as string: the router's types accept only paths of the routes that are in the first load.
export const reportPath = (scriptId: number): string => `/scripts/${scriptId}/report`
export const filesPath = (scriptId: number): string => `/scripts/${scriptId}/files`

/** The page of a file, at a line. */
export function filePath(scriptId: number, path: string, line: number | null = null): string {
  const segments = path.split('/').map(encodeURIComponent).join('/')
  return `${filesPath(scriptId)}/${segments}${line === null ? '' : `#L${line}`}`
}
