/** A key nobody else has. Not randomUUID: browsers keep it from pages without https, as in a home network. */
export function newSubmissionKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
