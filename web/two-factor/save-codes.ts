/** The codes as a text file, saved by the browser: they never leave the device. */
export function saveCodes(
  codes: readonly string[],
  { site, username }: { site: string; username: string },
): void {
  const text = [
    `Recovery codes of ${username} at ${site}`,
    'Each works once, in the place of a code of your authenticator app.',
    '',
    ...codes,
    '',
  ].join('\r\n')
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${site.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-recovery-codes.txt`
  link.click()
  URL.revokeObjectURL(address)
}
