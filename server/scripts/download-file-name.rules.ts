/** The saved file is named after the script and its version, with the extension of the archive. */
export function downloadFileName(scriptName: string, version: string, extension: string): string {
  const plain = `${scriptName} ${version}`
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${plain}.${extension}`
}
