import { saveText } from '#web/ui/save-text.ts'

/** Saves the codes in a text file that names the site and the user. */
export function saveCodes(
  codes: readonly string[],
  { site, username }: { site: string; username: string },
): void {
  const lines = [
    `Recovery codes of ${username} at ${site}`,
    'Each works once, instead of a code from your authenticator app.',
    '',
    ...codes,
    '',
  ]
  const name = `${site.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-recovery-codes.txt`
  saveText(lines.join('\r\n'), { name, type: 'text/plain' })
}
