/** The saved file is named after the script, with the extension of the archive. */
export function downloadFileName(scriptName: string, extension: string): string {
  const plain = scriptName
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${plain || 'script'}.${extension}`
}
